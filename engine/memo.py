"""The last few results of a pure stage, so that an unchanged input gives the same object."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Memo(Generic[T]):
    """Keep the results of the `size` keys used last."""

    def __init__(self, size: int = 8) -> None:
        """Begin empty."""
        self._size = size
        self._results: OrderedDict[Hashable, T] = OrderedDict()

    def __contains__(self, key: Hashable) -> bool:
        """Say whether a result is kept for `key`."""
        return key in self._results

    def get(self, key: Hashable, compute: Callable[[], T]) -> T:
        """Give the result kept for `key`, or compute and keep it."""
        if key in self._results:
            self._results.move_to_end(key)
            return self._results[key]
        result = self._results[key] = compute()
        if len(self._results) > self._size:
            self._results.popitem(last=False)
        return result
