"""What of a study may be passed on, and how a reader's own copy of a source puts the rest back.

`project` replaces participants' text of sources that may not be redistributed by placeholders of the same length;
`rehydrate` finds that text in the reader's copy by its length and its hashes. Neither quotes anything.
"""
