"""Find the files that ship with Loupe, in a clone and in an installed wheel."""

from __future__ import annotations

import sysconfig
from pathlib import Path


def shipped(*parts: str) -> Path:
    """Return the path of a shipped file or folder.

    Example: `shipped("resources", "assets.toml")`. In a clone these lie beside the packages; a
    wheel puts them under the environment's `share/prompt-loupe`.
    """
    clone = Path(__file__).resolve().parent.parent
    if (clone / "resources" / "assets.toml").is_file():
        return clone.joinpath(*parts)
    return Path(sysconfig.get_path("data"), "share", "prompt-loupe", *parts)
