"""Make the pictures of the README and the tutorial from the demo's report: `docs/recovery.svg` and `docs/flow.svg`.

    python docs/make_picture.py

The demo's seed is in its study, so the same version of Hawthorne makes the same pictures, byte for byte.
"""

from importlib.resources import files
from pathlib import Path

import hawthorne as hw
from hawthorne.reports.consort import consort_svg
from hawthorne.reports.svg import svg

MARGIN, HEAD = 16, 28


def pictures() -> dict[str, str]:
    """The pictures by file name, as SVG."""
    study = Path(str(files("hawthorne.demo") / "ax_nback.studyflow.yaml"))
    report = hw.report(hw.run(hw.plan(study)))
    sections = {section.title: section for section in report.sections}
    flow, recovery = sections["Flow of participants"], sections["Recovery of the planted truth"]
    return {
        "recovery.svg": framed("Planted accuracy, and what came back of it", svg(recovery.figures[0])),
        "flow.svg": framed("Who took part, and who left", consort_svg(flow.charts[0])),
    }


def framed(title: str, drawing: str) -> str:
    """A drawing under a title, on a white ground so that it can be read on any page."""
    width, height = (float(drawing.partition(f'{name}="')[2].partition('"')[0]) for name in ("width", "height"))
    w, h = round(width) + 2 * MARGIN, round(height) + HEAD + MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}" color="#1c2430" '
        'fill="#1c2430" font-family="system-ui, DejaVu Sans, sans-serif" font-size="15">\n'
        '<rect width="100%" height="100%" fill="#ffffff"/>\n'
        f'<text x="{MARGIN}" y="24" font-weight="600">{title}</text>\n'
        f'<g transform="translate({MARGIN} {HEAD})">{drawing}</g>\n</svg>\n'
    )


if __name__ == "__main__":
    for name, text in pictures().items():
        path = Path(__file__).with_name(name)
        path.write_text(text, encoding="utf-8", newline="\n")
        print(path)
