"""Proofs that every part of a document can come to be played."""
