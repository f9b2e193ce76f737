"""Level 3: holding cases. Whoever holds a case hands it events and sees its asks; the records are the same for all."""
