"""Every hash of a snapshot with the shell command that computes it again."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from pathlib import Path

from engine.document import Document
from engine.profiles import Profile
from engine.prompt.segments import OwnerKind
from engine.resources import shipped
from engine.snapshot import Snapshot, value_of

BYTES_FILE = "prompt.bin"
RENDER = "loupe render "
SAVE_FIRST = "save the document first, then: "
NEEDS_BYTES = "loupe render DOCUMENT > prompt.bin"
NEEDS_BUNDLE = "loupe render DOCUMENT --json > prompt.json"
NEEDS_TOKENIZER = "the tokenizer's file, copied to tokenizer.json"
NEEDS_TEMPLATE = "the template's text, saved as template.jinja"
NEEDS_MODEL = "the model's file, copied to model.gguf"
_GGUF = ".gguf"
_DIGEST = "print(hashlib.sha256({0}).hexdigest())"
_OF_BUNDLE = (
    'python3 -c \'import hashlib, json; p = json.load(open("prompt.json")); ' + _DIGEST + "'"
)
_OF_CONFIG = (
    'python3 -c \'import hashlib, json, sys; t = json.load(open(sys.argv[1]))["chat_template"]; '
    + _DIGEST.format("t.encode()")
    + "' "
)
_OF_PROFILE = (
    'python3 -c \'import hashlib, sys, tomllib; p = tomllib.load(open(sys.argv[1], "rb")); '
    + _DIGEST.format('p["template"].encode()')
    + "' "
)
_OF_GGUF = (  # after the key: its type (4 bytes), the length (8, little-endian), the text
    'python3 -c \'import hashlib, mmap, sys; f = open(sys.argv[1], "rb"); '
    'm = mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_READ); k = b"tokenizer.chat_template"; '
    'a = m.find(k) + len(k) + 4; n = int.from_bytes(m[a:a + 8], "little"); '
    + _DIGEST.format("m[a + 8:a + 8 + n]")
    + "' "
)


@dataclass(frozen=True, slots=True)
class Recipe:
    """A hash and the command that prints it; `needs` says how to get the file it reads, if any.

    `name` is the key that `loupe render --json` and `loupe score --json` have for the value.
    """

    name: str
    value: str
    command: str
    needs: str = ""

    @property
    def script(self) -> str:
        """Write the lines to paste into a shell; what must be done by hand is a comment."""
        by_hand = self.needs and not self.needs.startswith(RENDER)
        first = f"# {self.needs}" if by_hand else self.needs
        return f"{first}\n{self.command}" if first else self.command

    def reading(self, document: Path | None) -> Recipe:
        """Give the recipe that reads a document's file; where there is none, saving comes first."""
        if not self.needs.startswith(RENDER):
            return self
        if document is None:
            return replace(self, needs=SAVE_FIRST + self.needs)
        quoted = shlex.quote(str(document.absolute()))
        return replace(self, needs=self.needs.replace("DOCUMENT", quoted))


@dataclass(frozen=True, slots=True)
class Sources:
    """The files that a prompt comes from; None where they are not known.

    `template` is a tokenizer_config.json, a GGUF file, a profile's TOML file or the text itself.
    """

    tokenizer: Path | None = None
    template: Path | None = None
    model: Path | None = None


def sources_of(document: Document, profiles: tuple[Profile, ...], assets: Path) -> Sources:
    """Find the files that the document's profile names."""
    builtin = {profile.name: profile for profile in profiles}
    named = document.profile
    profile = named if isinstance(named, Profile) else builtin.get(named)
    if profile is None:
        return Sources()
    tokenizer = _file(profile.tokenizer, assets)
    model = None if profile.model is None else _file(profile.model, assets)
    template = None if tokenizer is None else _template_beside(tokenizer)
    if profile.template is not None:
        path = shipped("resources", "profiles", f"{profile.name}.toml")
        template = path if isinstance(named, str) and path.is_file() else None
    return Sources(tokenizer, template, model)


def recipes(snapshot: Snapshot, sources: Sources | None = None) -> tuple[Recipe, ...]:
    """Give the recipe of each hash that the snapshot has ready."""
    files = sources or Sources()
    found: list[Recipe] = []
    hashes, tokens = value_of(snapshot.hashes), value_of(snapshot.tokens)
    prompt, scores = value_of(snapshot.prompt), value_of(snapshot.scores)
    if hashes is not None:
        found += [
            Recipe("prompt_bytes_sha256", hashes.prompt_bytes_sha256, *_BYTES),
            Recipe("prompt_sha256", hashes.prompt_sha256, *_IDS),
            Recipe("plan_hash", hashes.plan_hash, *_PLAN),
            Recipe("nonce", hashes.nonce, _nonce_command(snapshot), NEEDS_BYTES),
        ]
    if tokens is not None and tokens.tokenizer.sha256:
        command = _file_command(files.tokenizer, "tokenizer.json", NEEDS_TOKENIZER)
        found.append(Recipe("tokenizer_sha256", tokens.tokenizer.sha256, *command))
    if prompt is not None and prompt.template.sha256:
        command = _template_command(files.template)
        found.append(Recipe("template_sha256", prompt.template.sha256, *command))
    if scores is not None:
        command = _file_command(files.model, "model.gguf", NEEDS_MODEL)
        found.append(Recipe("model_sha256", scores.model.sha256, *command))
    return tuple(found)


_SUM = " | cut -d ' ' -f 1"
_BYTES = (f"sha256sum < {BYTES_FILE}{_SUM}", NEEDS_BYTES)
_IDS = (_OF_BUNDLE.format('json.dumps(p["token_ids"]).encode()'), NEEDS_BUNDLE)
_PLAN = (_OF_BUNDLE.format('json.dumps(p["plan"], sort_keys=True).encode()'), NEEDS_BUNDLE)


def _nonce_command(snapshot: Snapshot) -> str:
    """Hash the context where it stands in the prompt's bytes."""
    prompt = value_of(snapshot.prompt)
    assert prompt is not None
    context = [part for part in prompt.segments if part.owner.kind is OwnerKind.CONTEXT]
    start = context[0].byte_start if context else 0
    length = context[-1].byte_end - start if context else 0
    cut = f"tail -c +{start + 1} {BYTES_FILE} | head -c {length}"
    return f"printf C; {cut} | sha256sum | cut -c 1-16"


def _file_command(path: Path | None, name: str, needs: str) -> tuple[str, str]:
    file = name if path is None else shlex.quote(str(path))
    return f"sha256sum < {file}{_SUM}", needs if path is None else ""


def _template_command(path: Path | None) -> tuple[str, str]:
    if path is None:
        return f"sha256sum < template.jinja{_SUM}", NEEDS_TEMPLATE
    file = shlex.quote(str(path))
    readers = {_GGUF: _OF_GGUF, ".json": _OF_CONFIG, ".toml": _OF_PROFILE}
    reader = readers.get(path.suffix)
    return (f"sha256sum < {file}{_SUM}" if reader is None else reader + file), ""


def _file(source: str, assets: Path) -> Path | None:
    """Find the tokenizer.json or the only GGUF file of an asset, a folder or a path."""
    folder = assets / source
    path = folder if folder.is_dir() else Path(source).expanduser()
    if path.is_file():
        return path
    if (path / "tokenizer.json").is_file():
        return path / "tokenizer.json"
    files = sorted(path.glob(f"*{_GGUF}")) if path.is_dir() else []
    return files[0] if len(files) == 1 else None


def _template_beside(tokenizer: Path) -> Path | None:
    if tokenizer.suffix == _GGUF:
        return tokenizer
    named = (tokenizer.with_name(name) for name in ("chat_template.jinja", "tokenizer_config.json"))
    return next((path for path in named if path.is_file()), None)
