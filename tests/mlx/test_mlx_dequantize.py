"""Tensors come back as ggml's float32 formulas say."""

from __future__ import annotations

import gguf
import numpy as np
import pytest
from gguf.quants import dequantize as by_gguf

from engine.mlx.dequantize import dequantize

# Where a block's half-precision numbers have their sign and exponent: kept finite below.
KINDS = {"F16": [1], "BF16": [1], "Q4_0": [1], "Q4_1": [1, 3], "Q8_0": [1], "Q6_K": [209]}


@pytest.mark.parametrize("kind", KINDS)
def test_weights_equal_those_of_the_gguf_package_to_the_last_bit(kind):
    member = gguf.GGMLQuantizationType[kind]
    size = gguf.constants.GGML_QUANT_SIZES[member][1]
    data = np.random.default_rng(3).integers(0, 256, (500, size), np.uint8)
    data[:, KINDS[kind]] &= 0xBB
    expected = by_gguf(data, member)
    given = dequantize(data.reshape(-1), int(member))
    assert given.dtype == np.float32
    np.testing.assert_array_equal(given, np.asarray(expected).reshape(-1))


def test_a_q4_1_block_is_scale_times_nibble_plus_minimum():
    block = np.zeros(20, np.uint8)
    block[:4] = np.array([0.5, -2.0], np.float16).view(np.uint8)
    block[4] = 0x3A  # weight 0 has nibble 10, weight 16 nibble 3
    weights = dequantize(block, 3)
    assert weights[0] == 0.5 * 10 - 2
    assert weights[16] == 0.5 * 3 - 2
    assert weights[1] == -2


def test_a_scale_that_is_no_number_gives_weights_that_are_none():
    block = np.zeros(34, np.uint8)
    block[:2] = np.array([np.inf], np.float16).view(np.uint8)
    assert np.isnan(dequantize(block, 8)).all()
