"""Performers: who carries out what a document calls. A file is named as the scheme in documents."""
