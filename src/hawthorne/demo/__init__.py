"""Documents that ship with the package: what `hawthorne demo` plays, and what `hawthorne new` writes (`template…`).

The protocol, its numbers and the scenarios are invented and in the public domain (CC0).
"""
