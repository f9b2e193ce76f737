"""Languages inside documents: text templates and FEEL expressions."""
