"""Level 1: the run folder. One line a record, appended and never changed; everything else can be made from it."""
