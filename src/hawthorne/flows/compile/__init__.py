"""From a checked study to its graph: pools, scopes, message flows, nodes; every expression parsed once.

`compile_study` collects findings instead of raising at the first; a graph with errors is not walked.
"""

from hawthorne.flows.compile.study import Compiled, compile_study

__all__ = ["Compiled", "compile_study"]
