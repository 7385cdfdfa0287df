"""Turn tokens with explicit parents into hidden states, through the layers of mlx-lm's models.

The modules and weights are mlx-lm's; the walk through them is ours, because a packed sequence
has positions and a mask that the models' own call does not know.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import mlx.core as mx
import numpy as np
import numpy.typing as npt
from mlx import nn

from engine.mlx.kernels import CpuKernels, MlxKernels
from engine.mlx.load import LoadedModel
from engine.mlx.packing import Packed, visible
from engine.mlx.prefix_cache import LayerState
from engine.mlx.threads import Threads


@dataclass(frozen=True, slots=True)
class PassResult:
    """One pass: hidden states at the row ends, and each layer's keys and values up to the tail."""

    hidden: mx.array
    layers: tuple[LayerState, ...]


class Forward:
    """Run one model, layer by layer on the CPU and as one graph elsewhere."""

    def __init__(self, loaded: LoadedModel, threads: Threads | None = None) -> None:
        """Keep the model, whose arrays are the calling thread's, and who sets BLAS's threads."""
        self._threads = threads
        self._module = loaded.module
        self._kernels = CpuKernels if loaded.on_cpu else MlxKernels

    def run(
        self, packed: Packed, past: tuple[LayerState, ...], check: Callable[[], None]
    ) -> PassResult:
        """Run a packed sequence behind the cached keys and values.

        `check` is called before each layer. Nothing that was passed in changes.
        """
        cached = past[0].keys.shape[1] if past else 0
        kernels = self._kernels(visible(packed, cached))
        positions = mx.array(packed.depths) + cached
        hidden = self._module.model.embed_tokens(mx.array(packed.tokens))
        states = []
        for index, layer in enumerate(self._module.layers):
            check()
            if self._threads is not None:
                self._threads.before_layer(index)
            before = past[index] if past else None
            hidden, state = _block(layer, hidden, before, positions, kernels)
            states.append(state.until(cached + packed.tail))
        ends = hidden[mx.array(packed.row_ends, dtype=mx.int32)]
        mx.eval(ends, [(state.keys, state.values) for state in states])
        return PassResult(ends, tuple(states))

    def logits(self, hidden: mx.array) -> npt.NDArray[np.float32]:
        """Give the logits of the whole vocabulary, padding included: (rows, vocabulary)."""
        normed = self._module.model.norm(hidden)
        head = self._module.get("lm_head")
        out = self._module.model.embed_tokens.as_linear(normed) if head is None else head(normed)
        return np.array(out.astype(mx.float32))


def _block(
    layer: nn.Module,
    hidden: mx.array,
    before: LayerState | None,
    positions: mx.array,
    kernels: CpuKernels | MlxKernels,
) -> tuple[mx.array, LayerState]:
    """Run one transformer block; give the hidden states and all keys and values so far."""
    attention, mlp = layer.self_attn, layer.mlp
    queries, state = _project(attention, layer.input_layernorm(hidden), positions)
    if before is not None:
        state = before.followed_by(state)
    mixed = kernels.attend(queries, state.keys, state.values, attention.scale)
    hidden = hidden + attention.o_proj(mixed.swapaxes(0, 1).reshape(len(positions), -1))
    x = layer.post_attention_layernorm(hidden)
    return hidden + mlp.down_proj(kernels.gate(mlp.gate_proj(x), mlp.up_proj(x))), state


def _project(attention: nn.Module, x: mx.array, positions: mx.array) -> tuple[mx.array, LayerState]:
    """Give rotated queries and the new keys and values, each (heads, length, head size)."""
    length = len(positions)
    queries = attention.q_proj(x).reshape(length, attention.n_heads, -1)
    keys = attention.k_proj(x).reshape(length, attention.n_kv_heads, -1)
    values = attention.v_proj(x).reshape(length, attention.n_kv_heads, -1)
    if "q_norm" in attention:
        queries, keys = attention.q_norm(queries), attention.k_norm(keys)
    rotated = (_rotate(attention, heads, positions) for heads in (queries, keys))
    queries, keys = (heads.swapaxes(0, 1) for heads in rotated)
    return queries, LayerState(keys, values.swapaxes(0, 1))


def _rotate(attention: nn.Module, heads: mx.array, positions: mx.array) -> mx.array:
    """Rotate (length, heads, size), each token as a batch of its own with its own position."""
    rotated: mx.array = attention.rope(heads[:, :, None], offset=positions)
    return rotated[:, :, 0]
