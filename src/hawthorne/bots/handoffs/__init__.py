"""Work that bots hand to one another: trees of nodes, their states, clocks, dispatch and reports."""
