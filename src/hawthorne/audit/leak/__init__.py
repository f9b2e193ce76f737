"""Proofs that participants are told nothing but what the document shows them."""
