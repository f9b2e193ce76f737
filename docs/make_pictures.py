"""Draw the studies of `examples/patterns` for the page of examples: `docs/pictures/*.svg`.

    python docs/make_pictures.py

The same version of Hawthorne draws the same pictures, byte for byte.
"""

from pathlib import Path

import hawthorne as hw

HERE = Path(__file__).parent

if __name__ == "__main__":
    (HERE / "pictures").mkdir(exist_ok=True)
    for study in sorted((HERE.parent / "examples" / "patterns").glob("*.studyflow.yaml")):
        path = HERE / "pictures" / f"{study.name.partition('.')[0]}.svg"
        path.write_bytes(hw.draw(study))
        print(path)
