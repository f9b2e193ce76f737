"""People and agents outside: the harness behind HTTP."""
