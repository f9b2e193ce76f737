"""Level 0: the words every room shares. No event loop, no file, no third-party package."""
