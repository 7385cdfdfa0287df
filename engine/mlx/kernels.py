"""Turn attention scores and gates into their results, on the CPU with numpy's exponential.

MLX computes exp on x86 one number at a time, which costs more than all products together;
numpy uses the processor's vectors. Both kernels work in place on evaluated arrays that nothing
else refers to.
"""

from __future__ import annotations

import mlx.core as mx
import numpy as np
import numpy.typing as npt
from mlx import nn


class MlxKernels:
    """MLX's own kernels, for Metal: nothing is computed until the end of a pass."""

    def __init__(self, seen: npt.NDArray[np.bool_]) -> None:
        """Take what each token (line) sees (column)."""
        self._mask = mx.array(seen)

    def attend(self, queries: mx.array, keys: mx.array, values: mx.array, scale: float) -> mx.array:
        """Mix the values: queries (heads, length, size), keys and values (kv heads, all, size)."""
        mixed = mx.fast.scaled_dot_product_attention(
            queries[None], keys[None], values[None], scale=scale, mask=self._mask
        )
        return mixed[0]

    def gate(self, gate: mx.array, up: mx.array) -> mx.array:
        """Give gate / (1 + exp(-gate)) * up."""
        gated: mx.array = nn.silu(gate) * up
        return gated


class CpuKernels:
    """The same two functions with numpy's exponential; each call computes what it is given."""

    def __init__(self, seen: npt.NDArray[np.bool_]) -> None:
        """Take what each token (line) sees (column)."""
        self._bias = np.where(seen, np.float32(0), np.float32(-np.inf))

    def attend(self, queries: mx.array, keys: mx.array, values: mx.array, scale: float) -> mx.array:
        """Mix the values; all query heads of one key head are multiplied at once."""
        heads, length, size = queries.shape
        grouped = (queries * scale).reshape(keys.shape[0], -1, size)
        scores = grouped @ keys.swapaxes(1, 2)
        mx.eval(scores)
        weights = np.array(scores, copy=False)
        by_head = weights.reshape(heads, length, -1)
        by_head += self._bias
        with np.errstate(all="ignore"):  # what is not finite is refused with the logits
            weights -= weights.max(axis=-1, keepdims=True)
            np.exp(weights, out=weights)
        totals = mx.array(weights.sum(axis=-1, keepdims=True))
        return (scores @ values / totals).reshape(heads, length, size)

    def gate(self, gate: mx.array, up: mx.array) -> mx.array:
        """Give gate / (1 + exp(-gate)) * up, in the memory of `gate`."""
        mx.eval(gate, up)
        gates = np.array(gate, copy=False)
        with np.errstate(all="ignore"):
            divisors = np.exp(-gates)
            divisors += 1
            gates /= divisors
            gates *= np.array(up, copy=False)
        return gate
