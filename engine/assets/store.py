"""Find asset files in the asset folder and give out only those with the pinned sha256."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from engine.assets.catalog import Catalog
from engine.errors import AssetMissing

FileState = Literal["verified", "missing", "wrong", "unreadable"]


@dataclass(frozen=True, slots=True)
class VerifiedFile:
    """A file whose bytes have the pinned sha256."""

    path: Path
    sha256: str


class AssetStore:
    """The asset folder, laid out as `<root>/<asset>/<file>`.

    A stamp beside each file, `.<file>.stamp`, keeps the sha256 with the file's size, times and
    inode, so that an unchanged file is hashed only once in its life.
    """

    def __init__(self, root: Path, catalog: Catalog) -> None:
        """Keep the folder, which need not exist, and what may lie in it."""
        self.root = root
        self.catalog = catalog

    @property
    def tokenizer_files(self) -> tuple[tuple[str, str], ...]:
        """List the assets with the file that is each one's tokenizer: its first."""
        return tuple((asset.name, asset.files[0].name) for asset in self.catalog.assets)

    def path(self, asset: str, file: str) -> Path:
        """Return where a file belongs, whether or not it is there."""
        return self.root / asset / self.catalog.asset(asset).file(file).name

    def file(self, asset: str, file: str) -> VerifiedFile:
        """Return a file that is here and right; AssetMissing says what is wrong and the cure."""
        pinned = self.catalog.asset(asset).file(file).sha256
        path = self.path(asset, file)
        cure = f"run `loupe fetch {asset}`"
        try:
            found = self._sha256(path)
        except OSError as error:
            raise AssetMissing(
                f"asset {asset} is unreadable: {path}: {error.strerror}; "
                f"change its permissions, or {cure}"
            ) from error
        if found is None:
            raise AssetMissing(f"asset {asset} is not here: {path} is missing; {cure}")
        if found != pinned:
            raise AssetMissing(
                f"asset {asset} is not used: {path} has the wrong sha256 {found}, "
                f"expected {pinned}; {cure}"
            )
        return VerifiedFile(path, pinned)

    def model_file(self, asset: str) -> tuple[Path, str]:
        """Return the asset's GGUF and its sha256; AssetMissing when it has none, or as `file`."""
        models = [file.name for file in self.catalog.asset(asset).files if ".gguf" in file.name]
        if not models:
            raise AssetMissing(f"asset {asset} has no model: it is a tokenizer alone")
        found = self.file(asset, models[0])
        return found.path, found.sha256

    def state(self, asset: str, file: str, *, hash_again: bool = False) -> FileState:
        """Tell whether a file is right; with `hash_again` from its bytes, not from its stamp."""
        path = self.path(asset, file)
        if hash_again:
            with suppress(OSError):
                _stamp(path).unlink(missing_ok=True)
        try:
            found = self._sha256(path)
        except OSError:
            return "unreadable"
        if found is None:
            return "missing"
        return "verified" if found == self.catalog.asset(asset).file(file).sha256 else "wrong"

    def _sha256(self, path: Path) -> str | None:
        """Return the file's sha256, from its stamp while that holds; None without a file."""
        try:
            before = _identity(path)
            stamped, _, sha256 = _read(_stamp(path)).rpartition(" ")
            if stamped == before:
                return sha256
            sha256 = file_sha256(path)
            if _identity(path) == before:
                _write(_stamp(path), f"{before} {sha256}")
        except (FileNotFoundError, NotADirectoryError):
            return None
        return sha256


def asset_root(environ: Mapping[str, str] = os.environ) -> Path:
    """Return the asset folder: `LOUPE_ASSETS`, or else a folder in the user's cache.

    AssetMissing when the variable names something that is no folder.
    """
    if chosen := environ.get("LOUPE_ASSETS"):
        root = Path(chosen).expanduser()
        if root.exists() and not root.is_dir():
            raise AssetMissing(f"LOUPE_ASSETS names {root}, which is no folder; name a folder")
        return root
    from platformdirs import user_cache_path

    return user_cache_path("loupe", appauthor=False) / "assets"


def file_sha256(path: Path) -> str:
    """Hash a file's bytes."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _stamp(path: Path) -> Path:
    return path.with_name(f".{path.name}.stamp")


def _identity(path: Path) -> str:
    """Write what changes when the file does; ctime cannot be set back, unlike mtime."""
    status = path.stat()
    return f"{status.st_size} {status.st_mtime_ns} {status.st_ctime_ns} {status.st_ino}"


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError):
        return ""


def _write(path: Path, text: str) -> None:
    """Write a stamp at one go; in a folder that cannot be written there is just no stamp."""
    temporary = path.with_name(f"{path.name}.{os.getpid()}")
    with suppress(OSError):
        temporary.write_text(text, encoding="ascii")
        temporary.replace(path)
