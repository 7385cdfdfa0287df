"""Name the folder that holds icons, style, profiles and examples."""

from __future__ import annotations

from pathlib import Path

RESOURCES = Path(__file__).resolve().parent.parent / "resources"
PROFILES = RESOURCES / "profiles"
EXAMPLE = RESOURCES / "examples" / "credit-risk.loupe.json"
