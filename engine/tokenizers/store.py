"""Turn what a profile calls its tokenizer into an open tokenizer, each opened once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from engine.complaint import guess
from engine.errors import AssetMissing
from engine.gguf_file import file_sha256
from engine.tokenizers import code_points
from engine.tokenizers.base import Tokenizer
from engine.tokenizers.gguf import open_gguf
from engine.tokenizers.hf import CONFIG_FILE, TOKENIZER_FILE, open_folder


class FileWithHash(Protocol):
    """A file and the sha256 of its bytes."""

    @property
    def path(self) -> Path:
        """Say where the file is."""
        ...

    @property
    def sha256(self) -> str:
        """Give the sha256 in hex."""
        ...


VerifiedFile = Callable[[str, str], FileWithHash]
"""From an asset's and a file's name to the file; AssetMissing when it is not the pinned one."""


class TokenizerStore:
    """Keep the tokenizers opened so far, for one engine thread."""

    def __init__(
        self,
        asset_root: Path,
        verified_file: VerifiedFile | None = None,
        known: tuple[tuple[str, str], ...] = (),
    ) -> None:
        """Look for assets in a folder; `verified_file` None takes their files unverified.

        `known` are the assets that there are, each with the file that is its tokenizer.
        """
        self._known = dict(known)
        self._asset_root = asset_root
        self._verified_file = verified_file
        self._opened: dict[str, Tokenizer] = {}

    def open(self, source: str) -> Tokenizer:
        """Open `code-points`, an asset by its name, or the path of a folder or file.

        A path names a folder with tokenizer.json or a single GGUF file in it, a tokenizer.json,
        or a GGUF file. AssetMissing when there is no such thing, GgufError or StageFailed when
        its files cannot be read. A source opened before is the same object again.
        """
        if source not in self._opened:
            self._opened[source] = self._open(source)
        return self._opened[source]

    def _open(self, source: str) -> Tokenizer:
        if source == code_points.NAME:
            return code_points.CodePointTokenizer()
        if source in self._known:
            return self._open_asset(source, self._known[source])
        folder = self._asset_root / source
        if Path(source).name == source and folder.is_dir():
            return self._open_asset(source, _tokenizer_file(folder).name)
        path = Path(source).expanduser()
        if not path.exists():
            raise AssetMissing(
                f"tokenizer {source} is neither an asset nor a file or folder; "
                f"{guess(source, tuple(self._known), 'name a file, a folder or one of the assets')}"
            )
        return _open_path(path, _name_of(path))

    def _open_asset(self, asset: str, file: str) -> Tokenizer:
        if self._verified_file is None:
            return _open_path(self._asset_root / asset, asset)
        verified = self._verified_file(asset, file)
        if file != TOKENIZER_FILE:
            return open_gguf(verified.path, verified.sha256, asset)
        self._verified_file(asset, CONFIG_FILE)
        return open_folder(verified.path.parent, asset)


def _open_path(path: Path, name: str) -> Tokenizer:
    file = _tokenizer_file(path) if path.is_dir() else path
    if file.name == TOKENIZER_FILE:
        return open_folder(file.parent, name)
    return open_gguf(file, file_sha256(file), name)


def _name_of(path: Path) -> str:
    """Name a tokenizer after its GGUF file or its folder."""
    resolved = path.resolve()
    return resolved.parent.name if resolved.name == TOKENIZER_FILE else resolved.name


def _tokenizer_file(folder: Path) -> Path:
    """Find the tokenizer.json in a folder, or its only GGUF file."""
    if (folder / TOKENIZER_FILE).is_file():
        return folder / TOKENIZER_FILE
    files = sorted(folder.glob("*.gguf"))
    if len(files) != 1:
        raise AssetMissing(
            f"{folder} has no {TOKENIZER_FILE} and {len(files)} GGUF files; one of them is needed"
        )
    return files[0]
