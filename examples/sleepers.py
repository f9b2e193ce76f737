"""Participants for `sleep_strata.studyflow.yaml`, and what a run of it comes to.

python sleepers.py
"""

from collections import Counter
from pathlib import Path

import hawthorne as hw
from hawthorne.core.actor import Description
from hawthorne.core.ask import Answer

STUDY = Path(__file__).with_name("sleep_strata.studyflow.yaml")


class Sleepers:
    """People who slept seven hours on average (SD 1.5), and answer READY to everything else."""

    kind = "sleepers"
    version = 1

    def open(self, case, draws):
        return Sleeper(draws)

    def describe(self):
        return Description(self.kind, {}, reproducible=True, sees="view")


class Sleeper:
    """One of them. All that is drawn lies below `draws`, so the same seed gives the same night."""

    def __init__(self, draws):
        self.hours = round(max(0.0, draws.at("hours").normal(7.0, 1.5)), 1)

    def answer(self, ask):
        asks_for_hours = ask.view.get("instrument") == "psqi"
        return Answer({"hours": self.hours} if asks_for_hours else "READY", took=20.0)

    def recall(self, ask, answer):
        """Nothing that was said changes what is said next."""


def main():
    run = hw.run(hw.plan(STUDY, actors=Sleepers()))
    drawn = Counter()
    for record in run.records():
        if record.what == "drew":
            drawn[record.value["levels"]["sleep"], record.value["arm"]] += 1
    for (stratum, arm), people in sorted(drawn.items()):
        print(f"{stratum:<6} {('nap', 'walk')[arm]:<5} {people}")


if __name__ == "__main__":
    main()
