"""Changes at random anywhere in a protocol: most break its shape, some only its sense."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 200), st.floats(-2, 2, allow_nan=False), st.sampled_from(
        ["", "own", "s1", "choice", "UPPER", "resp.sure > 1", "derived", "1.0.0", "text", "a b"]),
    st.just([]), st.just({}), st.just([1, 2]), st.just({"v": 1}), st.just([None]),
)  # fmt: skip


def change(data: st.DataObject, value: Any) -> None:
    """Change one part somewhere: put another value there, take it out, or add a key."""
    while True:
        inner = [key for key in _keys(value) if isinstance(value[key], (dict, list)) and value[key]]
        if not inner or data.draw(st.integers(0, 4)) == 0:
            break
        value = value[data.draw(st.sampled_from(inner))]
    keys = list(_keys(value))
    how = data.draw(st.sampled_from(("put", "drop", "add") if keys else ("add",)))
    if how == "add":
        if isinstance(value, list):
            value.append(data.draw(VALUES))
        else:
            value[data.draw(st.sampled_from(["bogus", "cite", "id", "extensions", "when", "tier", "range"]))] = (
                data.draw(VALUES)
            )
    elif how == "drop":
        del value[data.draw(st.sampled_from(keys))]
    else:
        value[data.draw(st.sampled_from(keys))] = data.draw(VALUES)


def _keys(value: Any) -> list[Any]:
    return list(value) if isinstance(value, dict) else list(range(len(value)))
