"""The facts of a paper against each other: does what it prints fit together, and did we take it over right?

A printed number stands for an interval: half a unit in its last place to each side, halves rounded either way. A
number that fits only if its author cut digits off instead of rounding is a warning. So is a contradiction in the
source itself, until the document acknowledges it; one that we made (a derived number, a wrong mapping) fails.

These checks work numbers out anew and so stand above `measure`; nothing is played.
"""
