"""Golden folders in tests: their bytes, and vectors made stale."""

from __future__ import annotations

from pathlib import Path


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def make_stale(folder: Path, count: int | None = None) -> list[str]:
    """Spoil the texts of the first vectors; give their names."""
    paths = sorted(folder.glob("*.json"))[:count]
    for path in paths:
        data = path.read_bytes()
        path.write_bytes(
            data.replace(b"You are a classifier. For every", b"You are one. For every")
        )
        assert path.read_bytes() != data
    return [path.stem for path in paths]
