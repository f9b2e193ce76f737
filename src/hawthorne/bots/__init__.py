"""The harness on which a team of bots runs, itself a machine."""
