"""Fetch assets into the asset folder: verified, atomic, and safe to interrupt and to repeat."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.assets.archive import Progress, SourceFailed, copy_member, copy_stream
from engine.assets.catalog import Asset, AssetFile, Source
from engine.assets.sources import download_from_hub, download_package
from engine.assets.store import AssetStore, file_sha256
from engine.errors import AssetMissing

_INCOMING = "incoming-"


def fetch(
    names: Sequence[str], store: AssetStore, progress: Progress, folder: Path | None = None
) -> None:
    """Get the named assets, or all when none is named; a file that is right is kept.

    `folder`, when given, is tried before the catalog's sources; it holds the files either as
    `<asset>/<file>` or directly. Work in progress lies in `<root>/.partial` under a lock, so
    that a rerun finds whole archives again and two processes do not meet. Raises AssetMissing
    with one line for each asset that no source could give.
    """
    known = [store.catalog.asset(name) for name in names] or store.catalog.assets
    assets = [asset for asset in known if _wanted(asset, store)]
    if not assets:
        return
    failures: list[str] = []
    with _writable(store.root), _locked(store.root, progress) as partial:
        for asset in assets:
            try:
                _fetch_asset(asset, store, partial, progress, folder)
            except SourceFailed as error:
                failures.append(f"asset {asset.name} could not be fetched: {error}")
        if not failures:
            shutil.rmtree(partial)
    if failures:
        raise AssetMissing("\n".join(failures))


def _fetch_asset(
    asset: Asset, store: AssetStore, partial: Path, progress: Progress, folder: Path | None
) -> None:
    """Try one source after the other for the files that are not yet verified."""
    reasons: list[str] = []
    sources: list[Source | Path] = [folder] if folder else []
    for source in (*sources, *asset.sources):
        if not (wanted := _wanted(asset, store)):
            return
        _check_room(wanted, partial)
        try:
            _from_source(source, asset, wanted, store, partial, progress)
        except SourceFailed as error:
            reasons.append(str(error))
            progress.note(f"{asset.name}: {error}")
    if _wanted(asset, store):
        raise SourceFailed("; ".join(reasons))


def _wanted(asset: Asset, store: AssetStore) -> list[AssetFile]:
    """Return the files that are missing or wrong."""
    return [file for file in asset.files if store.state(asset.name, file.name) != "verified"]


def _check_room(wanted: Sequence[AssetFile], partial: Path) -> None:
    """Refuse to start when the files and the archive they come in cannot both fit."""
    needed = 2 * sum(file.size for file in wanted)
    if shutil.disk_usage(partial).free < needed:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _from_source(
    source: Source | Path,
    asset: Asset,
    wanted: Sequence[AssetFile],
    store: AssetStore,
    partial: Path,
    progress: Progress,
) -> None:
    """Copy the wanted files from one source to their places, each only once it is verified."""
    archive = None
    if isinstance(source, Source) and source.kind != "hub":
        archive = _whole_archive(source, partial, asset.name, progress)
    for file in wanted:
        taken = partial / f"{asset.name}-{file.name}"
        try:
            if archive is not None and isinstance(source, Source):
                copy_member(archive, f"{source.folder}/{file.name}", file, taken, progress)
            else:
                _copy_file(_locate(source, asset, file, partial), file, taken, progress)
            _verify(taken, file, source)
        except SourceFailed:
            taken.unlink(missing_ok=True)
            if archive is not None:
                archive.unlink(missing_ok=True)
            raise
        _put(taken, store.path(asset.name, file.name))
    if archive is not None:
        archive.unlink()


def _whole_archive(source: Source, partial: Path, asset: str, progress: Progress) -> Path:
    """Return the source's archive: the one an earlier run left whole, or a new download."""
    kept = partial / f"{source.kind}-{source.name.replace('/', '-')}-{source.version}"
    if kept.is_file():
        progress.note(f"{asset}: going on with the {source} downloaded before")
        return kept
    progress.note(f"{asset}: downloading the {source}")
    with TemporaryDirectory(prefix=_INCOMING, dir=partial, ignore_cleanup_errors=True) as incoming:
        download_package(source, Path(incoming)).replace(kept)
    return kept


def _locate(source: Source | Path, asset: Asset, file: AssetFile, partial: Path) -> Path:
    """Return where a hub source or the user's folder has the file."""
    if isinstance(source, Source):
        return download_from_hub(source, file.name, partial / f"hub-{asset.name}")
    for path in (source / asset.name / file.name, source / file.name):
        if path.is_file():
            return path
    raise SourceFailed(f"{source} holds neither {asset.name}/{file.name} nor {file.name}")


def _copy_file(path: Path, file: AssetFile, taken: Path, progress: Progress) -> None:
    try:
        stream = path.open("rb")
    except OSError as error:
        raise SourceFailed(f"{path} cannot be read: {error.strerror}") from error
    with stream:
        copy_stream(stream, path.stat().st_size, file, taken, progress)


def _verify(taken: Path, file: AssetFile, source: Source | Path) -> None:
    if (found := file_sha256(taken)) != file.sha256:
        raise SourceFailed(f"{file.name} from {source} has sha256 {found}, expected {file.sha256}")


def _put(taken: Path, path: Path) -> None:
    """Move a verified file to its final name in one step."""
    path.parent.mkdir(exist_ok=True)
    taken.replace(path)
    directory = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)


@contextmanager
def _locked(root: Path, progress: Progress) -> Iterator[Path]:
    """Hold the folder's lock, which the system drops with the process; give the work folder."""
    root.mkdir(parents=True, exist_ok=True)
    with (root / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            progress.note(f"waiting for another fetch into {root}")
            fcntl.flock(lock, fcntl.LOCK_EX)
        partial = root / ".partial"
        partial.mkdir(exist_ok=True)
        for left in partial.glob(f"{_INCOMING}*"):  # of a run that was killed
            shutil.rmtree(left, ignore_errors=True)
        yield partial


@contextmanager
def _writable(root: Path) -> Iterator[None]:
    """Turn the system's refusals into one line with the cure."""
    try:
        yield
    except OSError as error:
        chosen = ", which LOUPE_ASSETS names," if os.environ.get("LOUPE_ASSETS") else ""
        if error.errno in {errno.ENOSPC, errno.EDQUOT}:
            cure = "make room there, or set LOUPE_ASSETS to a folder with more"
            raise AssetMissing(
                f"no room left in the asset folder {root}{chosen}: {cure}"
            ) from error
        cure = "set LOUPE_ASSETS to a folder that you may write"
        raise AssetMissing(
            f"the asset folder {root}{chosen} cannot be written: {error.strerror}; {cure}"
        ) from error
