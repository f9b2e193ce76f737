"""Level 1: the run folder: header, line, store, tables."""
