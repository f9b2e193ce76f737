"""Soundness by exploration: every choice of a compiled study is tried, without playing it.

A state says where the paths of every pool are, what has arrived at its joins, and how many messages wait along each
message flow; data and time are left out. So a gateway may take any of its flows, a loop may pass again or not, a timer,
a condition or an error may come or not, and pools interleave in any order. What a study's data exclude is therefore
explored too: what is found are warnings, with the choices that lead there.

Bounds: `search.MOST` states and `search.WORK` moves; a fixed number of passes counts as at most `net.PASSES` of them;
instances that run at once count as two; `moves.MAIL` messages waiting along one flow, `moves.PATHS` paths in one scope,
`passes.DEPTH` scopes within one another. Where one of these cuts the exploration off, the note says so.
"""

from hawthorne.flows.explore.say import soundness

__all__ = ["soundness"]
