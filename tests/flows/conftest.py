"""By lying here, this folder is on the path: the tests of the rooms below import `reading` and `mutate` too."""
