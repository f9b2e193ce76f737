"""Proofs that play a document."""
