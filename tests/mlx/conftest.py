"""The small model, and tiny made-up models."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import platformdirs
import pytest

from engine.scoring.rows import Row

collect_ignore = [] if sys.platform == "linux" else ["test_mlx_blas.py", "test_mlx_threads.py"]

DATA = Path(__file__).parents[1] / "data"


@pytest.fixture(scope="session")
def model_path():
    root = os.environ.get("LOUPE_ASSETS")
    folder = Path(root) if root else platformdirs.user_cache_path("loupe") / "assets"
    path = folder / "smollm2-135m" / "SmolLM2-135M-Instruct.Q4_1.gguf"
    if not path.is_file() and os.environ.get("LOUPE_OFFLINE") == "1":
        pytest.skip(f"LOUPE_OFFLINE=1 and {path} is not here")
    assert path.is_file(), f"{path} is missing; run `loupe fetch smollm2-135m`"
    return path


@pytest.fixture(scope="session")
def opened(model_path, blas_folder):
    from engine.mlx.scorer import open_scorer

    return open_scorer(model_path, blas_folder, "sha", "SmolLM2")


@pytest.fixture
def scorer(opened):
    opened.forget()
    return opened


@pytest.fixture(scope="session")
def samples():
    read = json.loads((DATA / "sample-ids.json").read_text("utf-8"))["samples"]
    return {
        name: (
            tuple(sample["prompt_ids"]),
            tuple(
                Row(row["key"], tuple(row["token_ids"]), tuple(row["allowed"]))
                for row in sample["rows"]
            ),
        )
        for name, sample in read.items()
    }


@pytest.fixture(scope="session")
def tensors(model_path):
    """Read the small model's tensors as the gguf package does, without dequantising them."""
    import gguf

    return {tensor.name: tensor for tensor in gguf.GGUFReader(model_path).tensors}


@pytest.fixture(scope="session")
def reference(tensors):
    """mlx-lm's own model with weights through the gguf package and mlx-lm's row order."""
    import mlx.core as mx

    from engine.mlx.model_classes import model_module

    classes = model_module("llama")
    arguments = classes.ModelArgs(
        model_type="llama", hidden_size=576, num_hidden_layers=30, intermediate_size=1536,
        num_attention_heads=9, num_key_value_heads=3, rms_norm_eps=1e-5, vocab_size=49152,
        rope_theta=100000.0,
    )  # fmt: skip
    model = classes.Model(arguments)
    model.load_weights(
        [
            (in_mlx_lm(tensor.name), mx.array(in_halves(tensor.name, tensor)))
            for tensor in tensors.values()
        ],
        strict=True,
    )
    return model


RENAMED = (
    ("blk.", "model.layers."), ("token_embd", "model.embed_tokens"), ("output_norm", "model.norm"),
    ("attn_norm", "input_layernorm"), ("ffn_norm", "post_attention_layernorm"),
    ("attn_output", "self_attn.o_proj"), ("attn_q", "self_attn.q_proj"),
    ("attn_k", "self_attn.k_proj"), ("attn_v", "self_attn.v_proj"), ("ffn_", "mlp."),
    ("mlp.gate", "mlp.gate_proj"), ("mlp.up", "mlp.up_proj"), ("mlp.down", "mlp.down_proj"),
)  # fmt: skip


def in_mlx_lm(name):
    """Replace llama.cpp's words by mlx-lm's, one after another."""
    for theirs, ours in RENAMED:
        name = name.replace(theirs, ours)
    return name


def in_halves(name, tensor):
    """Dequantise, and let each head's even rows come before its odd ones, where they rotate."""
    import gguf
    import numpy as np

    weights = gguf.quants.dequantize(tensor.data, tensor.tensor_type)
    if "attn_q." not in name and "attn_k." not in name:
        return weights
    heads = np.split(weights, weights.shape[0] // 64)
    return np.concatenate([half for head in heads for half in (head[0::2], head[1::2])])
