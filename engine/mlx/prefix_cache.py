"""Turn the prompts of past requests into a head start for the next one."""

from __future__ import annotations

from dataclasses import dataclass

import mlx.core as mx

from engine.common_ends import common_start
from engine.plan.plan import Ids


@dataclass(frozen=True, slots=True)
class LayerState:
    """One layer's keys and values, each (key-value heads, tokens, head size); never changed."""

    keys: mx.array
    values: mx.array

    def until(self, tokens: int) -> LayerState:
        """Keep the first tokens only."""
        return LayerState(self.keys[:, :tokens], self.values[:, :tokens])

    def followed_by(self, other: LayerState) -> LayerState:
        """Append another stretch of tokens."""
        keys = mx.concatenate([self.keys, other.keys], axis=1)
        return LayerState(keys, mx.concatenate([self.values, other.values], axis=1))


@dataclass(frozen=True, slots=True)
class Prefix:
    """Computed tokens with every layer's state; no layers when there are no tokens."""

    token_ids: Ids = ()
    layers: tuple[LayerState, ...] = ()

    @property
    def size(self) -> int:
        """Count the bytes of all keys and values."""
        return sum(layer.keys.nbytes + layer.values.nbytes for layer in self.layers)

    def until(self, tokens: int) -> Prefix:
        """Keep the first tokens only."""
        if not tokens:
            return Prefix()
        layers = tuple(layer.until(tokens) for layer in self.layers)
        return Prefix(self.token_ids[:tokens], layers)


class PrefixCache:
    """Keep prefixes within a budget of bytes, the least recently used out first."""

    def __init__(self, budget: int) -> None:
        """Take the budget; one prefix is kept even if it is larger."""
        self._budget = budget
        self._kept: list[Prefix] = []  # most recently used last

    def longest(self, token_ids: Ids, limit: int) -> Prefix:
        """Give the longest known start of these tokens, of at most `limit` tokens."""
        if not self._kept:
            return Prefix()
        best = max(self._kept, key=lambda kept: common_start(kept.token_ids, token_ids))
        self._kept.remove(best)
        self._kept.append(best)
        return best.until(min(common_start(best.token_ids, token_ids), limit))

    def keep(self, prefix: Prefix) -> None:
        """Remember a prefix in place of those that are its own beginnings."""
        ids = prefix.token_ids
        self._kept = [k for k in self._kept if k.token_ids != ids[: len(k.token_ids)]]
        self._kept.append(prefix)
        while len(self._kept) > 1 and sum(kept.size for kept in self._kept) > self._budget:
            del self._kept[0]

    def clear(self) -> None:
        """Forget everything."""
        self._kept.clear()
