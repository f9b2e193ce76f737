"""Scenarios: a behaviour of a team of bots, pinned by data."""
