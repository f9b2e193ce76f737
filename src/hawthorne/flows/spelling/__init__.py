"""The spelling rules: from the nodes of a file to elements, whichever of the short and long forms the file uses."""
