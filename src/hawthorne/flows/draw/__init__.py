"""Drawing a study: its own layout or an automatic one, as SVG text."""
