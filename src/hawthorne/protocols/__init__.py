"""Protocols: an experiment written down screen by screen, every item cited."""
