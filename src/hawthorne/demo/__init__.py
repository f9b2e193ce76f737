"""Studies that ship with the package: the demo's, and the one that `hawthorne new` writes."""
