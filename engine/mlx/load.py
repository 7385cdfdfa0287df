"""Turn a GGUF file into one of mlx-lm's models, its weights dequantised by us.

Import this only after a BLAS was interposed: it imports mlx.core.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import mlx.core as mx
import numpy as np
from mlx import nn
from mlx.utils import tree_flatten

from engine.errors import GgufError
from engine.gguf_file import BF16, GgufHeader, TensorInfo, block_size, read_header
from engine.mlx.dequantize import Bytes, Floats, dequantize
from engine.mlx.model_classes import ARCHITECTURES, model_module
from engine.mlx.weights import gguf_name, unpermute

_ROPE_FACTORS = "rope_freqs.weight"
_BROKEN = "the file is damaged or cut short; get it again where it came from"


@dataclass(frozen=True, slots=True)
class LoadedModel:
    """A model with its weights, and what its file says about it.

    `vocabulary` counts the columns of its logits, padding included.
    """

    module: nn.Module
    architecture: str
    dtype: str
    on_cpu: bool
    context_length: int
    vocabulary: int


class ScaledRotation:
    """Rotate like nn.RoPE with each frequency divided by a factor from the file (Llama 3)."""

    def __init__(self, base: float, factors: Floats) -> None:
        """Take the base and one factor for each pair of dimensions."""
        self._dimensions = 2 * len(factors)
        exponents = np.arange(len(factors), dtype=np.float32) / len(factors)
        self._periods = mx.array(np.float32(base) ** exponents * factors)

    def __call__(self, x: mx.array, offset: int | mx.array = 0) -> mx.array:
        """Rotate the last axis of (batch, heads, length, dimensions)."""
        return mx.fast.rope(x, self._dimensions, traditional=False, base=None, scale=1.0,
                            offset=offset, freqs=self._periods)  # fmt: skip


class _Reader:
    """Give a file's numbers and tensors, or one error that names the file and the thing."""

    def __init__(self, path: Path, header: GgufHeader) -> None:
        self.path = path
        self.header = header
        self.tensors = {tensor.name: tensor for tensor in header.tensors}
        self.data: Bytes = np.memmap(path, np.uint8, mode="r")

    def error(self, what: str) -> GgufError:
        return GgufError(f"{self.path.name}: {what}")

    def number(self, key: str, default: float | None = None) -> float:
        value = self.header.get(key)
        if value is None and default is not None:
            return default
        if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
            raise self.error(f"metadata {key} is {value!r}, not a number; choose another file")
        return value

    def integer(self, key: str, default: int | None = None) -> int:
        return int(self.number(key, default))

    def tensor(self, name: str) -> TensorInfo:
        if name not in self.tensors:
            raise self.error(f"tensor {name} is missing; choose a complete file of this model")
        return self.tensors[name]

    def floats(self, name: str) -> Floats:
        """Dequantise one tensor; its rows are the first axis."""
        tensor = self.tensor(name)
        weights = int(np.prod(tensor.shape, dtype=np.int64))
        size = block_size(tensor.type_id)
        if size is None or weights % size[0]:
            raise self.error(f"tensor {name} has type {tensor.type_id}, which is unknown; "
                             "choose a file in Q4_0, Q4_1, Q8_0, F16, BF16 or F32")  # fmt: skip
        start = self.header.data_offset + tensor.offset
        end = start + weights // size[0] * size[1]
        if end > len(self.data):
            raise self.error(f"tensor {name} ends at byte {end:,}, the file at byte "
                             f"{len(self.data):,}: {_BROKEN}")  # fmt: skip
        try:
            flat = dequantize(self.data[start:end], tensor.type_id)
        except NotImplementedError:
            unknown = f"tensor {name} has type {tensor.type_id}, which cannot be dequantised"
            raise self.error(f"{unknown}; choose a file in Q4_1, Q8_0 or F16") from None
        return flat.reshape(tuple(reversed(tensor.shape)))


def load_model(path: Path, header: GgufHeader | None = None) -> LoadedModel:
    """Read a llama, qwen2 or qwen3 GGUF: float32 on the CPU, 16-bit floats on Metal.

    Raises GgufError naming the file, the thing in it and a cure.
    """
    _give_this_thread_a_stream()
    reader = _Reader(path, read_header(path) if header is None else header)
    architecture = reader.header.get("general.architecture")
    if not isinstance(architecture, str) or architecture not in ARCHITECTURES:
        known = ", ".join(ARCHITECTURES)
        raise reader.error(f"architecture {architecture!r} is not supported; choose one of {known}")
    on_cpu = mx.default_device() == mx.Device(mx.cpu)
    if on_cpu:
        mx.disable_compile()
    dtype = mx.float32 if on_cpu else _half(reader)
    module = _build(reader, architecture, model_module(architecture))
    _fill(reader, architecture, module, dtype)
    return LoadedModel(
        module=module,
        architecture=architecture,
        dtype=str(dtype).removeprefix("mlx.core."),
        on_cpu=on_cpu,
        context_length=reader.integer(f"{architecture}.context_length"),
        vocabulary=reader.tensor("token_embd.weight").shape[1],
    )


def _give_this_thread_a_stream() -> None:
    """Make a default stream where a scorer that was closed on this thread took it away."""
    try:
        mx.eval(mx.zeros(1))
    except RuntimeError:
        mx.set_default_stream(mx.new_stream(mx.default_device()))


def _half(reader: _Reader) -> mx.Dtype:
    return mx.bfloat16 if any(t.type_id == BF16 for t in reader.header.tensors) else mx.float16


def _build(reader: _Reader, architecture: str, classes: ModuleType) -> nn.Module:
    """Make the empty model that the metadata describes."""
    if reader.integer(f"{architecture}.expert_count", 0):
        raise reader.error("mixtures of experts are not supported; choose a dense model")
    rope_dimensions = reader.integer(f"{architecture}.rope.dimension_count", _head_size(reader))
    if rope_dimensions != _head_size(reader):
        raise reader.error(f"it rotates {rope_dimensions} of {_head_size(reader)} dimensions of "
                           "a head, which is not supported; choose another model")  # fmt: skip
    arguments = classes.ModelArgs.from_dict(_arguments(reader, architecture))
    try:
        return classes.Model(arguments)
    except (ValueError, TypeError, ZeroDivisionError) as reason:
        raise reader.error(f"its metadata describe no model ({reason}): {_BROKEN}") from reason


def _arguments(reader: _Reader, architecture: str) -> dict[str, object]:
    """Say in mlx-lm's words what the metadata say in llama.cpp's."""
    heads = _count(reader, "attention.head_count")
    reader.tensor(f"blk.{_count(reader, 'block_count') - 1}.attn_norm.weight")
    return {
        "model_type": architecture,
        "hidden_size": _count(reader, "embedding_length"),
        "num_hidden_layers": _count(reader, "block_count"),
        "intermediate_size": _count(reader, "feed_forward_length"),
        "num_attention_heads": heads,
        "num_key_value_heads": _count(reader, "attention.head_count_kv", heads),
        "head_dim": _head_size(reader),
        "rms_norm_eps": reader.number(f"{architecture}.attention.layer_norm_rms_epsilon"),
        "vocab_size": reader.tensor("token_embd.weight").shape[1],
        "max_position_embeddings": _count(reader, "context_length"),
        "rope_theta": reader.number(f"{architecture}.rope.freq_base", 10000.0),
        "rope_scaling": _rope_scaling(reader, architecture),
        "tie_word_embeddings": "output.weight" not in reader.tensors,
        "attention_bias": "blk.0.attn_q.bias" in reader.tensors,
        "mlp_bias": "blk.0.ffn_gate.bias" in reader.tensors,
    }


def _count(reader: _Reader, key: str, default: int | None = None) -> int:
    """Read a positive size that the tensors in the file can back up."""
    full_key = f"{reader.header.get('general.architecture')}.{key}"
    value = reader.integer(full_key, default)
    if not 0 < value < 1 << 24:
        raise reader.error(f"metadata {full_key} is {value}: {_BROKEN}")
    return value


def _head_size(reader: _Reader) -> int:
    heads = _count(reader, "attention.head_count")
    return _count(reader, "attention.key_length", _count(reader, "embedding_length") // heads)


def _rope_scaling(reader: _Reader, architecture: str) -> dict[str, object] | None:
    kind = reader.header.get(f"{architecture}.rope.scaling.type")
    if kind in (None, "none"):
        return None
    if kind != "linear":
        raise reader.error(f"position scaling {kind!r} is not supported; choose another model")
    return {"type": "linear", "factor": reader.number(f"{architecture}.rope.scaling.factor")}


def _fill(reader: _Reader, architecture: str, module: nn.Module, dtype: mx.Dtype) -> None:
    """Put every tensor in its place, and check that each place has its tensor."""
    heads = _count(reader, "attention.head_count")
    permuted = {"attn_q": heads, "attn_k": _count(reader, "attention.head_count_kv", heads)}
    for parameter, empty in tree_flatten(module.parameters()):
        name = gguf_name(parameter)
        floats = reader.floats(name)
        if floats.shape != tuple(empty.shape):
            raise reader.error(f"tensor {name} has shape {floats.shape}, the metadata ask for "
                               f"{tuple(empty.shape)}: {_BROKEN}")  # fmt: skip
        part = name.split(".")[-2]
        if architecture == "llama" and part in permuted:
            floats = unpermute(floats, permuted[part])
        module.load_weights([(parameter, mx.array(floats).astype(dtype))], strict=False)
    if _ROPE_FACTORS in reader.tensors:
        _scale_rotation(reader, architecture, module)
    module.eval()
    mx.eval(module.parameters())


def _scale_rotation(reader: _Reader, architecture: str, module: nn.Module) -> None:
    factors = reader.floats(_ROPE_FACTORS)
    if factors.shape != (_head_size(reader) // 2,):
        raise reader.error(f"tensor {_ROPE_FACTORS} has shape {factors.shape}: {_BROKEN}")
    rotation = ScaledRotation(reader.number(f"{architecture}.rope.freq_base", 10000.0), factors)
    for layer in module.layers:
        layer.self_attn.rope = rotation
