"""What two sequences (of code points, bytes or ids) begin and end with alike."""

from __future__ import annotations

from collections.abc import Sequence


def common_start(one: Sequence[int] | str, two: Sequence[int] | str) -> int:
    """Count what both begin with, by halving: they can be long.

    >>> common_start("format", "formula")
    4
    """
    low, high = 0, min(len(one), len(two))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == two[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def common_ends(one: Sequence[int] | str, two: Sequence[int] | str) -> tuple[int, int]:
    """Count what both begin with, and what both end with beside it.

    >>> common_ends("aba", "ababa")
    (3, 0)
    """
    start = common_start(one, two)
    limit = min(len(one), len(two)) - start
    return start, common_start(one[::-1][:limit], two[::-1][:limit])
