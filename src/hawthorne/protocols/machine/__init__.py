"""How a protocol plays: each seat of a case walks the flow on a stack of frames; a screen is one ask."""
