"""Documents beside a protocol: the study's card, a run's provenance, and the State that a participant is served."""
