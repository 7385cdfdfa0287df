"""Turn the bytes of a GGUF tensor into float32, by ggml's own formulas in float32.

For the kinds in BLOCKS a block of consecutive weights is stored as (all little-endian):

    Q4_0: half d, 16 bytes       weight = d * (nibble - 8)
    Q4_1: half d, half m, 16 bytes       weight = d * nibble + m
    Q8_0: half d, 32 signed bytes        weight = d * byte

A byte's low nibble belongs to the block's first half and its high nibble to the second.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.gguf_file import BF16, BLOCKS, F16, F32, Q4_0, Q8_0

Floats = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]


def dequantize(data: Bytes, kind: int) -> Floats:
    """Give the weights of whole blocks, flat. Kinds not in BLOCKS go through the gguf package.

    Raises NotImplementedError for a kind that the gguf package does not know either.
    """
    if kind == F32:
        return data.view(np.float32)
    if kind == F16:
        return data.view(np.float16).astype(np.float32)
    if kind == BF16:
        return (data.view(np.uint16).astype(np.uint32) << 16).view(np.float32)
    if kind in BLOCKS:
        with np.errstate(all="ignore"):  # a scale that is no number shows in the logits
            return _blocks(data.reshape(-1, BLOCKS[kind][1]), kind)
    from gguf.constants import GGMLQuantizationType
    from gguf.quants import dequantize as by_gguf

    return np.asarray(by_gguf(data, GGMLQuantizationType(kind)), np.float32).reshape(-1)


def _blocks(blocks: Bytes, kind: int) -> Floats:
    """Scale quantised blocks, one a line, in place of a temporary for each step."""
    out = np.empty((len(blocks), 32), np.float32)
    scale = np.ascontiguousarray(blocks[:, :2]).view(np.float16).astype(np.float32)
    if kind == Q8_0:
        np.multiply(blocks[:, 2:].view(np.int8), scale, out=out)
    elif kind == Q4_0:
        _nibbles(blocks[:, 2:], out)
        out -= 8
        out *= scale
    else:
        _nibbles(blocks[:, 4:], out)
        out *= scale
        out += np.ascontiguousarray(blocks[:, 2:4]).view(np.float16).astype(np.float32)
    return out.reshape(-1)


def _nibbles(packed: Bytes, out: Floats) -> None:
    np.bitwise_and(packed, 15, out=out[:, :16], casting="unsafe")
    np.right_shift(packed, 4, out=out[:, 16:], casting="unsafe")
