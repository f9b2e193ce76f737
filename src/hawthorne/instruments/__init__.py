"""Cognitive tasks: timelines, courses, scoring and counting, and one file for each instrument."""
