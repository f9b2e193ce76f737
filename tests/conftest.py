"""Puts this folder on the path, so that tests can import the studies beside it (`told_study`)."""
