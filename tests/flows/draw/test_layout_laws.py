"""Laws of the automatic layout on graphs that nobody would draw."""

from __future__ import annotations

from draw.pictures import crossed, loose_ends, outside, overlaps, picture_of
from hypothesis import given, settings
from hypothesis import strategies as st
from reading import in_process, study_of

from hawthorne.flows.draw.cells import Arrow, Cell
from hawthorne.flows.draw.layers import place


@st.composite
def bodies(draw):
    """A process of tasks, gateways, events with flows between any two, boundary events and data."""
    count = draw(st.integers(1, 9))
    kinds = draw(
        st.lists(
            st.sampled_from(["Task", "ExclusiveGateway", "IntermediateThrowEvent"]), min_size=count, max_size=count
        )
    )
    names = st.sampled_from(["", "go", "a rather long name of a thing", "Donaudampfschifffahrtsgesellschaft", "<&>"])
    lines = ["flowElements:"]
    for index, kind in enumerate(kinds):
        lines.append(f"  N{index}: {{type: {kind}, name: {draw(names)!r}}}")
        if kind == "Task" and draw(st.booleans()):
            lines.append(f"  B{index}: {{type: BoundaryEvent, name: {draw(names)!r}, attachedToRef: N{index}}}")
            lines.append(f"  FB{index}: B{index} -> N{draw(st.integers(0, count - 1))}")
        if draw(st.integers(0, 3)) == 0:
            lines.append(f"  D{index}: {{type: DataObjectReference, name: {draw(names)!r}}}")
    for number in range(draw(st.integers(0, 14))):
        a, b = draw(st.integers(0, count - 1)), draw(st.integers(0, count - 1))
        lines.append(f"  F{number}: {{sourceRef: N{a}, targetRef: N{b}, name: {draw(names)!r}}}")
    return "\n".join(lines)


@given(bodies())
@settings(max_examples=60, deadline=None)
def test_whatever_the_graph_shapes_stay_apart_and_flows_touch_their_ends(body):
    study = in_process(body)
    picture, _ = picture_of(study)
    assert overlaps(picture) == []
    assert loose_ends(picture) == []
    assert crossed(picture) == []


@given(bodies())
@settings(max_examples=20, deadline=None)
def test_what_a_pool_holds_stays_in_it(body):
    inside = "\n".join(f"  {line}" for line in body.splitlines())
    study = study_of(
        "definitions: {}\nLab:\n  type: Collaboration\n  participants: {P: {processRef: A}, Q: {processRef: Z}, R: {}}\n"
        f"A:\n  type: Process\n{inside}\nZ:\n  type: Process\n  flowElements: {{Lone: {{type: Task}}}}\n"
    )
    picture, _ = picture_of(study)
    assert outside(picture, study) == []
    assert overlaps(picture) == []


def test_a_straight_line_of_steps_is_drawn_straight():
    cells = [Cell(name, 20, 20, 20, 20) for name in "abcd"]
    placed = place(cells, [Arrow("a", "b"), Arrow("b", "c"), Arrow("c", "d")])
    assert len({y for _, y in placed.middle.values()}) == 1
    xs = [placed.middle[name][0] for name in "abcd"]
    assert xs == sorted(xs)


def test_a_side_branch_does_not_bend_the_longest_way():
    cells = [Cell(name, 20, 20, 20, 20) for name in "abcdx"]
    placed = place(cells, [Arrow("a", "b"), Arrow("b", "c"), Arrow("c", "d"), Arrow("b", "x")])
    assert len({placed.middle[name][1] for name in "abcd"}) == 1
    assert placed.middle["x"][1] != placed.middle["a"][1]


def test_two_arms_of_one_length_lie_evenly_on_both_sides():
    cells = [Cell(name, 20, 20, 20, 20) for name in "agbce"]
    placed = place(cells, [Arrow("a", "g"), Arrow("g", "b"), Arrow("g", "c"), Arrow("b", "e"), Arrow("c", "e")])
    middle = placed.middle["g"][1]
    assert abs((placed.middle["b"][1] + placed.middle["c"][1]) / 2 - middle) <= 10


def test_a_circle_is_laid_out_like_the_line_that_it_closes():
    cells = [Cell(name, 20, 20, 20, 20) for name in "abc"]
    arrows = [Arrow("a", "b"), Arrow("b", "c"), Arrow("c", "a")]
    assert place(cells, arrows).middle == place(cells, arrows[:2]).middle
