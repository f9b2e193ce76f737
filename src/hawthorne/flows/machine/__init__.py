"""The walk: how a compiled study runs. `walk.py` moves tokens; each other file is the behaviour of a kind of node."""
