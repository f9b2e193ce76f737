"""Worlds: where a scenario is played. Each holds a harness behind the same requests and the same few verbs of time."""
