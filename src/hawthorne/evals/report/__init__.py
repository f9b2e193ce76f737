"""What playing scenarios came to, for readers and for machines: a page, Markdown, JUnit XML, JSON."""
