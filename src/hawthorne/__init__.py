"""A laboratory for behaviour: one engine, three kinds of documents, any participant."""
