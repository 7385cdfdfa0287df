"""Choose the codes that stand for a field's choices in slots mode, for one tokenizer."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from string import ascii_uppercase, digits

from engine.plan.candidates import slot_candidate
from engine.plan.code_pool import Score, search_pool
from engine.plan.plan import Ids
from engine.tokenizers.base import Tokenizer

_SINGLES = ascii_uppercase + digits
_POOLS: tuple[tuple[str, ...], ...] = (
    tuple(ascii_uppercase),
    tuple(digits),
    tuple(_SINGLES),
    tuple(first + second for first in _SINGLES for second in _SINGLES),
)
_KEPT = 1024


@dataclass(frozen=True, slots=True)
class Codebook:
    """The codes of a field's choices, in choice order; `single_branch`: told apart in one row."""

    codes: tuple[str, ...]
    single_branch: bool


def search_codebook(name: str, count: int, encode: Callable[[str], Ids]) -> Codebook | None:
    """Search the pools in order for the best `count` codes (specification section 3.2).

    Gives exactly the plain search's result, visit cap included. None when no pool has enough
    codes whose rows can be told apart.
    """
    rows: dict[str, Ids] = {}
    best: tuple[Score, tuple[str, ...]] | None = None
    for pool in _POOLS:
        if count > len(pool):
            continue
        for code in pool:
            if code not in rows:
                rows[code] = encode(slot_candidate(name, code))
        found = search_pool(pool, [rows[code] for code in pool], count)
        if found is not None and (best is None or found[0] < best[0]):
            best = found[0], tuple(pool[index] for index in found[1])
        if best is not None and best[0][0] == 1:
            break
    return None if best is None else Codebook(best[1], best[0][0] <= 1)


class Codebooks:
    """Remember codebooks, which depend on tokenizer, field name and number of choices only."""

    def __init__(self) -> None:
        """Start empty; the oldest of many entries are forgotten."""
        self._known: OrderedDict[tuple[str, str, int], Codebook | None] = OrderedDict()

    def get(self, tokenizer: Tokenizer, name: str, count: int) -> Codebook | None:
        """Give the codebook from memory, or search it."""
        key = (tokenizer.info.sha256, name, count)
        if key not in self._known:
            self._known[key] = search_codebook(name, count, tokenizer.encode)
            if len(self._known) > _KEPT:
                self._known.popitem(last=False)
        self._known.move_to_end(key)
        return self._known[key]
