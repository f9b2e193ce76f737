"""What the engine does in a second, how much memory a run takes, and how fast the command starts: `python -m bench`."""
