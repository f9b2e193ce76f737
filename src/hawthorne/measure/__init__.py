"""Level 2: numbers over records: estimates with their intervals, and the draws of whole cohorts as arrays."""
