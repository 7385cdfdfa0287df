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

Floats = npt.NDArray[np.float32]

_BLOCK = 2**18  # scores worked on at once: a megabyte, which stays in the processor's cache


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
        totals = np.empty((heads, length, 1), np.float32)
        step = max(1, _BLOCK // self._bias.shape[1])
        with np.errstate(all="ignore"):  # what is not finite is refused with the logits
            for head, sums in zip(weights.reshape(heads, length, -1), totals, strict=True):
                for start in range(0, length, step):
                    lines = slice(start, start + step)
                    sums[lines] = _exponentials(head[lines], self._bias[lines])
        mixed = (scores @ values).reshape(heads, length, size)
        return mixed / mx.array(totals)

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


def _exponentials(scores: Floats, bias: Floats) -> Floats:
    """Put exp(scores + bias - highest) in the place of the scores; give the sum of each line."""
    scores += bias
    scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    sums: Floats = scores.sum(axis=-1, keepdims=True)
    return sums
