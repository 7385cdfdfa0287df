"""Tiny llama, qwen2 and qwen3 models with random weights, as mlx-lm has them and as GGUF."""

from __future__ import annotations

import gguf
import numpy as np

HIDDEN, HEADS, KV_HEADS, HEAD, INNER, VOCABULARY, LAYERS = 64, 4, 2, 16, 96, 128, 2
CONTEXT, BASE, EPS = 64, 10000.0, 1e-5

_PARTS = {
    "attn_norm": ("input_layernorm", (HIDDEN,)),
    "ffn_norm": ("post_attention_layernorm", (HIDDEN,)),
    "attn_q": ("self_attn.q_proj", (HEADS * HEAD, HIDDEN)),
    "attn_k": ("self_attn.k_proj", (KV_HEADS * HEAD, HIDDEN)),
    "attn_v": ("self_attn.v_proj", (KV_HEADS * HEAD, HIDDEN)),
    "attn_output": ("self_attn.o_proj", (HIDDEN, HEADS * HEAD)),
    "ffn_gate": ("mlp.gate_proj", (INNER, HIDDEN)),
    "ffn_up": ("mlp.up_proj", (INNER, HIDDEN)),
    "ffn_down": ("mlp.down_proj", (HIDDEN, INNER)),
}
_NORMS = {
    "attn_q_norm": ("self_attn.q_norm", (HEAD,)),
    "attn_k_norm": ("self_attn.k_norm", (HEAD,)),
}


def weights_of(architecture, tied):
    """Pairs of (GGUF name, mlx-lm name) with random float32 weights in mlx-lm's order."""
    random = np.random.default_rng(7)
    names = {("token_embd.weight", "model.embed_tokens.weight"): (VOCABULARY, HIDDEN)}
    names["output_norm.weight", "model.norm.weight"] = (HIDDEN,)
    if not tied:
        names["output.weight", "lm_head.weight"] = (VOCABULARY, HIDDEN)
    for layer in range(LAYERS):
        parts = _PARTS | (_NORMS if architecture == "qwen3" else {})
        for theirs, (ours, shape) in parts.items():
            names[f"blk.{layer}.{theirs}.weight", f"model.layers.{layer}.{ours}.weight"] = shape
            if architecture == "qwen2" and theirs in ("attn_q", "attn_k", "attn_v"):
                bias = (f"blk.{layer}.{theirs}.bias", f"model.layers.{layer}.{ours}.bias")
                names[bias] = shape[:1]
    return {
        pair: (random.standard_normal(shape) * (0.3 if len(shape) > 1 else 1)).astype(np.float32)
        for pair, shape in names.items()
    }


def converted(architecture, name, weights):
    """Order q and k rows as llama.cpp's converter does for llama models."""
    heads = {"attn_q": HEADS, "attn_k": KV_HEADS}.get(name.split(".")[-2])
    if architecture != "llama" or heads is None:
        return weights
    halves = weights.reshape(heads, 2, weights.shape[0] // heads // 2, *weights.shape[1:])
    return halves.swapaxes(1, 2).reshape(weights.shape)


def write_gguf(path, architecture, tied=True, without=(), metadata=(), kind=None, scaling=None):
    """Write a model; `without` names tensors to leave out, `metadata` changes numbers by key.

    `scaling` stretches positions by 4: "factors" through a tensor, else through metadata.
    """
    writer = gguf.GGUFWriter(path, architecture)
    numbers = {
        "context_length": CONTEXT,
        "embedding_length": HIDDEN,
        "block_count": LAYERS,
        "feed_forward_length": INNER,
        "attention.head_count": HEADS,
        "attention.head_count_kv": KV_HEADS,
        "attention.key_length": HEAD,
        **dict(metadata),
    }
    for key, number in numbers.items():
        writer.add_uint32(f"{architecture}.{key}", number)
    writer.add_float32(f"{architecture}.rope.freq_base", BASE)
    writer.add_float32(f"{architecture}.attention.layer_norm_rms_epsilon", EPS)
    if scaling == "factors":
        writer.add_tensor("rope_freqs.weight", np.full(HEAD // 2, 4, np.float32))
    elif scaling is not None:
        writer.add_string(f"{architecture}.rope.scaling.type", scaling)
        writer.add_float32(f"{architecture}.rope.scaling.factor", 4.0)
    for (name, _), weights in weights_of(architecture, tied).items():
        if name in without:
            continue
        data = converted(architecture, name, weights)
        if kind is not None and data.ndim > 1:
            writer.add_tensor(name, gguf.quants.quantize(data, kind), raw_dtype=kind)
        else:
            writer.add_tensor(name, data)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def reference_model(architecture, tied=True, scaling=None):
    """Build mlx-lm's own model from the same weights, without any file."""
    import mlx.core as mx

    from engine.mlx.model_classes import model_module

    classes = model_module(architecture)
    arguments = classes.ModelArgs.from_dict(
        {
            "model_type": architecture,
            "hidden_size": HIDDEN,
            "num_hidden_layers": LAYERS,
            "intermediate_size": INNER,
            "num_attention_heads": HEADS,
            "num_key_value_heads": KV_HEADS,
            "head_dim": HEAD,
            "rms_norm_eps": EPS,
            "vocab_size": VOCABULARY,
            "max_position_embeddings": CONTEXT,
            "rope_theta": BASE,
            "rope_scaling": scaling,
            "tie_word_embeddings": tied,
        }
    )
    model = classes.Model(arguments)
    pairs = weights_of(architecture, tied).items()
    model.load_weights([(ours, mx.array(weights)) for (_, ours), weights in pairs], strict=True)
    return model


def reference_logits(model, token_ids):
    """Run the model's own call on one sequence, with no cache; logits of its last token."""
    import mlx.core as mx

    return np.array(model(mx.array([token_ids]))[0, -1])
