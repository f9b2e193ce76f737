"""The harness that a team of bots runs on: itself a machine."""
