"""Level 1: the response kinds, one file each, named as in documents. Each is type, validator and sampler in one.

A space is what a valid answer *is*: codes, ranges, sums. What a participant reads (the options' texts, the anchors, the
unit) belongs to the ask's view; `asked`, `prose`, `words` and `lenient` read such views: what a screen asks, its text,
an answer in its words, an answer that was plainly meant.

Types are strict: a bool is never a number, a numeric string is not a number, 3.0 is a whole number, NaN and infinities
are refused, and steps are counted in exact decimals. `schema()` is JSON Schema 2020-12; what that language cannot say
stands beside it under `x-rules`, a list of `{"rule": "grid" | "sum" | "order" | "size" | "page", ...}`. A kind without
`x-rules` and its schema accept exactly the same values; with them, whatever `check` accepts the schema accepts too.
"""
