"""Turn tensor names of llama.cpp's GGUF files into parameter names of mlx-lm's models."""

from __future__ import annotations

import re

import numpy as np

from engine.mlx.dequantize import Floats

_OUTSIDE = {"token_embd": "model.embed_tokens", "output_norm": "model.norm", "output": "lm_head"}
_INSIDE = {
    "attn_norm": "input_layernorm",
    "ffn_norm": "post_attention_layernorm",
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "attn_q_norm": "self_attn.q_norm",
    "attn_k_norm": "self_attn.k_norm",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}
_GGUF_INSIDE = {theirs: ours for ours, theirs in _INSIDE.items()}
_GGUF_OUTSIDE = {theirs: ours for ours, theirs in _OUTSIDE.items()}
_PARAMETER = re.compile(r"(?:model\.layers\.(\d+)\.)?(.+)\.(weight|bias)")


def gguf_name(parameter: str) -> str:
    """Name the tensor of a parameter.

    >>> gguf_name("model.layers.3.mlp.up_proj.weight")
    'blk.3.ffn_up.weight'
    """
    match = _PARAMETER.fullmatch(parameter)
    assert match is not None, parameter
    layer, module, suffix = match.groups()
    if layer is None:
        return f"{_GGUF_OUTSIDE[module]}.{suffix}"
    return f"blk.{layer}.{_GGUF_INSIDE[module]}.{suffix}"


def unpermute(rows: Floats, heads: int) -> Floats:
    """Undo the order of q and k rows that llama.cpp's converter gives to llama models.

    It interleaves each head's two halves, for a rotation of neighbouring pairs; mlx-lm's models
    rotate the first half against the second.
    """
    half = rows.shape[0] // heads // 2
    pairs = rows.reshape(heads, half, 2, *rows.shape[1:])
    return np.ascontiguousarray(pairs.swapaxes(1, 2)).reshape(rows.shape)
