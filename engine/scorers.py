"""The models that are open for scoring, and which profile may be scored by which."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from engine.complaint import complaint
from engine.errors import (
    AssetMissing,
    Finding,
    GgufError,
    Place,
    ScoringError,
    StageFailed,
    message_and_cure,
)
from engine.gguf_file import block_size, file_sha256, read_header
from engine.profiles import Profile
from engine.scoring.rows import Scorer
from engine.tokenizers.base import Tokenizer, TokenizerInfo
from engine.tokenizers.gguf import open_gguf
from engine.tokenizers.sameness import first_difference

OpenScorer = Callable[[Path, str, str], Scorer]  # path, sha256, name


class ModelFiles(Protocol):
    """Find and verify an asset's model file: `engine.assets.store.AssetStore`."""

    def model_file(self, asset: str) -> tuple[Path, str]:
        """Give the path and sha256 of the asset's GGUF; AssetMissing names the cure."""
        ...


class Scorers:
    """Keep one model open and open another when the profile asks for it."""

    def __init__(self, files: ModelFiles, open_scorer: OpenScorer) -> None:
        """Open nothing yet."""
        self._files = files
        self._open = open_scorer
        self._scorer: Scorer | None = None
        self._sha256_of: dict[tuple[str, int, int], str] = {}
        self._differences: dict[tuple[str, str], str] = {}

    def is_open(self) -> bool:
        """Say whether a model is loaded."""
        return self._scorer is not None

    def scorer_for(self, profile: Profile, tokenizer: Tokenizer) -> Scorer:
        """Give the profile's model; StageFailed says which model is missing and the cure.

        The model's file must hold the profile's tokenizer, which may come from another file.
        """
        if profile.model is None:
            raise StageFailed(_no_model(profile, tokenizer.info))
        try:
            path, sha256 = self._file(profile.model)
            difference = self._difference(tokenizer, path, sha256)
            if difference:
                raise StageFailed(_does_not_fit(profile, tokenizer.info, path, difference))
            if self._scorer is None or self._scorer.model.sha256 != sha256:
                self.close()
                self._scorer = self._open(path, sha256, path.stem)
        except (AssetMissing, GgufError, ScoringError, OSError) as error:
            raise StageFailed(_cannot_open(profile, complaint(error))) from error
        return self._scorer

    def close(self) -> None:
        """Free the open model."""
        if self._scorer is not None:
            self._scorer.close()
            self._scorer = None

    def _file(self, model: str) -> tuple[Path, str]:
        path = Path(model)
        if path.name == model and not path.exists():
            return self._files.model_file(model)
        path = weights_file(path)
        status = path.stat()
        key = (str(path), status.st_size, status.st_mtime_ns)
        if key not in self._sha256_of:
            self._sha256_of[key] = file_sha256(path)
        return path, self._sha256_of[key]

    def _difference(self, tokenizer: Tokenizer, path: Path, sha256: str) -> str:
        """Say where the model's tokenizer differs from the profile's; empty when nowhere."""
        if sha256 == tokenizer.info.sha256:
            return ""
        key = (tokenizer.info.sha256, sha256)
        if key not in self._differences:
            require_whole(path)
            self._differences[key] = _first_difference(tokenizer, path, sha256)
        return self._differences[key]


def weights_file(path: Path) -> Path:
    """Give a model's GGUF file: the path itself, or the only one in a folder; else GgufError."""
    if not path.is_dir():
        return path
    files = sorted(path.glob("*.gguf"))
    if len(files) != 1:
        raise GgufError(f"{path}: it is a folder with {len(files)} GGUF files; name one file")
    return files[0]


def require_whole(path: Path) -> None:
    """Raise GgufError for a damaged or cut GGUF file, also one cut inside its tensors."""
    header = read_header(path)
    for tensor in header.tensors:
        start = header.data_offset + tensor.offset
        if start >= header.size:
            raise GgufError(
                f"{path}: truncated: tensor {tensor.name} begins at byte {start:,}, the file "
                f"ends at byte {header.size:,}"
            )
        block = block_size(tensor.type_id)
        end = start if block is None else start + math.prod(tensor.shape) // block[0] * block[1]
        if end > header.size:
            raise GgufError(
                f"{path}: truncated: tensor {tensor.name} ends at byte {end:,}, the file at byte "
                f"{header.size:,}"
            )


def _first_difference(tokenizer: Tokenizer, path: Path, sha256: str) -> str:
    try:
        return first_difference(tokenizer, open_gguf(path, sha256, path.name))
    except GgufError as error:
        return str(error)


def _no_model(profile: Profile, tokenizer: TokenizerInfo) -> Finding:
    if _is_test_tokenizer(tokenizer):
        return _no_model_can(profile, tokenizer)
    return Finding(
        "model-missing",
        "info",
        Place("model"),
        f"no model for profile {profile.name}: none here carries its tokenizer "
        f"{tokenizer.class_name} {tokenizer.sha256[:12]}",
        "Open a GGUF model of this family (it brings its own tokenizer and template), or choose "
        "a profile that has a model, such as smollm2.",
    )


def _is_test_tokenizer(tokenizer: TokenizerInfo) -> bool:
    """Say whether it is the pinned test tokenizer, the one without a file."""
    return not tokenizer.sha256


def _no_model_can(profile: Profile, tokenizer: TokenizerInfo) -> Finding:
    return Finding(
        "model-missing",
        "info",
        Place("model"),
        f"profile {profile.name} cannot be scored: {tokenizer.name} is the pinned test tokenizer, "
        "which no model has",
        "Choose a profile that has a model, such as smollm2.",
    )


def _does_not_fit(
    profile: Profile, tokenizer: TokenizerInfo, path: Path, difference: str
) -> Finding:
    if _is_test_tokenizer(tokenizer):
        return _no_model_can(profile, tokenizer)
    return Finding(
        "model-has-another-tokenizer",
        "error",
        Place("model"),
        f"{path.name} was made for another tokenizer than {tokenizer.name} "
        f"{tokenizer.sha256[:12]} of profile {profile.name}: {difference}",
        "Take the tokenizer from the model too: open its file in the window, or name it as "
        "`tokenizer` in a profile that `--profile FILE.toml` reads. Else open the model that "
        "belongs to the profile.",
    )


def _cannot_open(profile: Profile, text: str) -> Finding:
    message, cure = message_and_cure(
        f"the model of profile {profile.name} cannot be opened: {text}"
    )
    cure = cure or "Get that file again, or open another GGUF file."
    return Finding("model-cannot-open", "error", Place("model"), message, cure)
