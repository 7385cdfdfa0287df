"""Names as people can tell them apart: what cannot be seen is written out."""

from __future__ import annotations

import re

from engine.characters import SYMBOLS
from engine.prompt.projection import is_stand_in, label, text_to_shown

EMPTY = '""'
_EASILY_MISSED = re.compile("^ +| +$| {2,}")


def readable(text: str) -> str:
    r"""Write what cannot be seen by its name, and a line break as a sign.

    >>> readable("a\u200b"), readable("a "), readable("a\nb")
    ('a[ZWSP]', 'a·', 'a⏎b')
    """
    spaced = _EASILY_MISSED.sub(lambda found: SYMBOLS[" "] * len(found[0]), text)
    shown = text_to_shown(spaced).replace("\n", "⏎")
    return "".join(f"[{label(one)}]" if is_stand_in(one) else one for one in shown)


def readable_name(text: str) -> str:
    """Write a name or a choice; an empty one as two quotes."""
    return readable(text) or EMPTY
