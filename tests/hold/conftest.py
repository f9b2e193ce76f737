"""The toy plug-in is found as any plug-in is, by its entry points: its folder goes on the path, and workers look where
their parent does. So are the toys beside this file."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent / "plugin"))

from hawthorne.core.registry import install
from hawthorne.plugins import POINTS

install(POINTS)
