"""Level 3: a run becomes a report: text, markdown, html, json."""
