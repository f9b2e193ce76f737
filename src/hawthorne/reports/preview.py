"""Every screen of every arm side by side, for co-authors and ethics boards: a page of HTML that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from html import escape

from hawthorne.reports.differences import Marked, texts
from hawthorne.reports.html import STYLE, wide
from hawthorne.reports.screen import screen
from hawthorne.reports.screens import Row, Screens, View

LOOK = """
body { max-width: none; padding: 2rem 2rem 4rem; }
.flow svg { background: #fff; border-radius: 8px; max-width: none; min-width: 0; }
.arms { display: grid; gap: 1rem; align-items: start; } .arms.one { max-width: 46rem; }
.arms > * { min-width: 0; }
.heads { position: sticky; top: 0; background: var(--paper); padding: .4rem 0; z-index: 1; }
.heads p, p.arm { margin: 0; font-weight: 600; } .heads p { font-size: 1.1rem; } p.arm { display: none; }
.where { font-size: .95rem; margin: 1.5rem 0 .75rem; padding-top: .75rem;
  border-top: 1px solid var(--line); }
.where small, .foot small, fieldset small, .variants { color: var(--soft); font-size: .8rem; }
.badge { background: #ffe08a; color: #1c2430; border-radius: 99px; padding: .05rem .6rem; font-size: .75rem;
  margin-left: .5rem; }
.screen { border: 1px solid var(--line); border-radius: 10px; padding: 1rem 1.25rem; background: var(--band); }
.screen + .screen { margin-top: .75rem; }
.screen p, .screen ul, .screen blockquote { margin: .4rem 0; white-space: pre-line; }
.screen blockquote { border-left: 3px solid var(--line); padding-left: .75rem; }
.event { background: #fdf3dd; color: #1c2430; padding: .4rem .7rem; border-radius: 6px; }
.image { border: 1px dashed var(--soft); padding: 1rem; text-align: center; color: var(--soft); }
fieldset { border: 0; padding: 0; margin: .9rem 0; } legend { padding: 0; font-weight: 600; }
fieldset label { display: block; padding: .12rem 0; } fieldset small { display: block; }
.points { display: flex; gap: .25rem; } .points label { text-align: center; flex: 1; font-size: .85rem; }
.points span { color: var(--soft); font-size: .78rem; }
.slider { display: flex; gap: .75rem; align-items: center; font-size: .85rem; } .slider input { flex: 1; }
textarea { width: 100%; } kbd { border: 1px solid var(--soft); border-radius: 5px; padding: .1rem .5rem; }
.foot { display: flex; justify-content: space-between; align-items: center; margin-top: .75rem; }
.foot span { margin-left: auto; } .foot button { margin-left: .5rem; }
mark { background: #ffe08a; color: #1c2430; border-radius: 3px; padding: 0 .1em; }
.none { color: var(--soft); font-style: italic; }
@media print { .screen { break-inside: avoid; } .heads { position: static; } .where { break-after: avoid; }
  mark, .badge, .event { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .flow svg { max-width: 100%; }
  .screen table th, .screen table td:not(.n, .short) { min-width: 0; overflow-wrap: anywhere; } }
"""


COLUMN = 20
"""What an arm's screens need, in the size of a letter."""


def preview(title: str, facts: Sequence[tuple[str, str]], flow: str, screens: Screens) -> str:
    """The page: what the study is, its flow (SVG), and its screens."""
    header = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in facts)
    arms = screens.arms
    heads = "".join(f"<p>{escape(_arm(arm, screens))}</p>" for arm in arms)
    rows = "\n".join(_row(row, arms) for row in screens.rows)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}: every screen</title>\n<style>{STYLE}{LOOK}{_columns(len(arms))}</style>\n"
        f"</head>\n<body>\n<main>\n<h1>{escape(title)}</h1>\n<dl>{header}</dl>\n"
        f'<section><h2>The flow</h2><figure class="flow">{wide(flow, "The flow")}</figure></section>\n'
        "<section><h2>Every screen, arm by arm</h2><p>Words that are not the same in every arm are "
        "<mark>marked</mark>, also where chance or an answer made them so. Nobody who takes part sees the names of "
        "arms and stages.</p>"
        f'<div class="arms heads">{heads}</div>\n{rows}</section>\n'
        "</main>\n</body>\n</html>\n"
    )


def _columns(arms: int) -> str:
    """The look of a column an arm; where there is no room for that, each screen stands below the other with its arm."""
    return (
        f".arms {{ grid-template-columns: repeat({arms}, minmax(0, 1fr)); }}\n"
        f"@media (max-width: {COLUMN * arms}rem) {{ .arms {{ grid-template-columns: minmax(0, 1fr); }} "
        + (".heads { display: none; } p.arm { display: block; } }" if arms > 1 else "}")
    )


def _arm(arm: str, screens: Screens) -> str:
    played = screens.sessions.get(arm, 0)
    return f"Arm {arm} ({played} played)" if arm else "Everybody"


def _row(row: Row, arms: Sequence[str]) -> str:
    views = _paired(row, arms)
    first = {arm: list(texts(each[0])) for arm, each in views.items()}
    marks = {
        arm: Marked(own, [other for name, other in first.items() if name != arm]) for arm, own in first.items()
    }  # fmt: skip
    differs = any(each.differs for each in marks.values()) or len(first) < len(arms)
    badge = '<span class="badge">differs</span>' if differs and len(arms) > 1 else ""
    role = f" · {escape(row.role)}" if row.role else ""
    where = f'<h3 class="where">{escape(row.stage)} · page {row.page}<small>{role}</small>{badge}</h3>'
    cells = "".join(
        f'<div><p class="arm">Arm {escape(arm)}</p>'
        + (_cell(views[arm], row.arms[arm].count, marks[arm]) if arm in views else NOT_SHOWN)
        + "</div>"
        for arm in arms
    )  # fmt: skip
    return f'{where}<div class="arms{" one" * (len(arms) == 1)}">{cells}</div>'


NOT_SHOWN = '<p class="none">not shown in this arm</p>'


def _paired(row: Row, arms: Sequence[str]) -> dict[str, list[View]]:
    """The variants of each arm; first comes the one that is most like the first arm's first, to be compared with it."""
    views = {arm: list(row.arms[arm].variants.values()) for arm in arms if arm in row.arms}
    model = list(texts(next(iter(views.values()))[0]))
    for each in views.values():
        twin = max(each, key=lambda view: SequenceMatcher(None, model, list(texts(view))).ratio())
        each.remove(twin)
        each.insert(0, twin)
    return views


def _cell(views: Sequence[View], count: int, marks: Marked) -> str:
    cards = [f'<div class="screen">{screen(view, marks if not i else escape)}</div>' for i, view in enumerate(views)]
    more = f", {len(views)} of them here" if count > len(views) else ""
    note = f'<p class="variants">{count} variants of this screen{more}</p>' if count > 1 else ""
    return "".join(cards) + note
