"""Turn an architecture's name into mlx-lm's model class, without running mlx-lm's package.

`mlx_lm/__init__.py` imports transformers, which costs seconds; the model modules do not need it.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

from engine.errors import ScoringError

ARCHITECTURES = ("llama", "qwen2", "qwen3")


def model_module(architecture: str) -> ModuleType:
    """Import mlx-lm's module for one of ARCHITECTURES: its `Model` and `ModelArgs`."""
    with _package_without_init("mlx_lm"):
        return importlib.import_module(f"mlx_lm.models.{architecture}")


@contextmanager
def _package_without_init(name: str) -> Iterator[None]:
    """Let submodules be imported from an empty package object, and leave no trace of it.

    Does nothing when the package is already imported. Afterwards a true import of the package
    starts afresh.
    """
    if name in sys.modules:
        yield
        return
    spec = importlib.util.find_spec(name)
    if spec is None:
        raise ScoringError(f"{name} is not installed, so no model can be loaded; pip install it")
    sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        yield
    finally:
        for imported in [key for key in sys.modules if key.split(".")[0] == name]:
            del sys.modules[imported]
