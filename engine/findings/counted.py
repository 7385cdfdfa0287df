"""Many things found, written as a few names with how often each came."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

_NAMED = 4
Found = TypeVar("Found", bound=Hashable)


def counted(found: Iterable[Found], name: Callable[[Found], str], others: str) -> str:
    """Name the commonest with their counts, and count the rest as `others`.

    >>> counted("abacabade", str.upper, "other letters")
    '4 × A, 2 × B, 1 × C, 1 × D and 1 other letters'
    """
    counts = Counter(found).most_common()
    named = ", ".join(f"{count} × {name(one)}" for one, count in counts[:_NAMED])
    return named + (f" and {len(counts) - _NAMED} {others}" if len(counts) > _NAMED else "")
