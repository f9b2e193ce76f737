"""Vocabularies of study flows, as data: one JSON file for each prefix, read by `vocabulary.load`."""
