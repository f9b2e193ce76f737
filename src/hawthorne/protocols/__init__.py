"""Protocols: an experiment on paper, written down once as data and played by any participant."""
