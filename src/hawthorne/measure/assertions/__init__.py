"""Assertions: one file a kind, each a pure function of frozen evidence. See `hawthorne.records.judging`."""
