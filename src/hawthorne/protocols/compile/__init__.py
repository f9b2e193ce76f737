"""From a read protocol to what its machines play: every name resolved, every expression compiled, every screen that
does not vary built once."""
