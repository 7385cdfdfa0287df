"""Everything an engine needs from this machine, found and put together."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from engine.assets.catalog import load_catalog
from engine.assets.store import AssetStore, asset_root
from engine.chat_format import TokenizerSource
from engine.complaint import complaint
from engine.errors import LoupeError
from engine.profile_files import profile_folder
from engine.profile_library import ProfileLibrary
from engine.profiles import Profile, builtin_profiles
from engine.resources import shipped
from engine.scorers import Scorers
from engine.scoring.rows import Scorer
from engine.session import Engine
from engine.stages import Stages
from engine.tokenizers.store import TokenizerStore
from engine.vector import Vector, required_profile


@dataclass(frozen=True, slots=True)
class Workspace:
    """The asset folder, the profiles and the tokenizers of this machine."""

    assets: AssetStore
    library: ProfileLibrary
    tokenizers: TokenizerSource

    @property
    def profiles(self) -> tuple[Profile, ...]:
        """List the built-in profiles, then the user's."""
        return self.library.profiles

    def engine(self, today: datetime.date, memory: int = 8, *, steady: bool = False) -> Engine:
        """Make an engine; it loads tokenizers and models only when a document needs them.

        A `steady` one gives the same numbers in every process, to the last bit.
        """
        stages = Stages(self.library, self.tokenizers, today, memory)
        return Engine(stages, Scorers(self.assets, partial(self._open_scorer, steady)))

    def profile(self, name: str) -> Profile | None:
        """Find a profile, built in or the user's, by name."""
        return self.library.find(name)

    def golden_profile(self, vector: Vector) -> str:
        """Name the profile that a vector means; DocumentError when there is none here."""
        return required_profile(vector, self.profiles, self.revision_of).name

    def revision_of(self, profile: Profile) -> str | None:
        """Give the revision of the profile's tokenizer; None when neither file nor name tells."""
        if profile.revision is not None:
            return profile.revision
        try:
            return self.tokenizers.open(profile.tokenizer).info.revision
        except (LoupeError, OSError):
            return None

    def lack_of(self, profile: Profile) -> str:
        """Say why the profile's tokenizer cannot be opened, with the cure; empty when it can."""
        try:
            self.tokenizers.open(profile.tokenizer)
        except (LoupeError, OSError) as error:
            return complaint(error)
        return ""

    def _open_scorer(self, steady: bool, path: Path, sha256: str, name: str) -> Scorer:
        from engine.mlx.scorer import open_scorer

        cache = self.assets.root.parent
        return open_scorer(path, cache, sha256, name, steady=steady)


def open_workspace(root: Path | None = None, own: Path | None = None) -> Workspace:
    """Find the asset folder (LOUPE_ASSETS or the user's cache) and read the profiles.

    `own` is the folder of the user's profiles, found as `profile_folder` says when not given.
    """
    assets = AssetStore(root or asset_root(), load_catalog())
    built_in = builtin_profiles(shipped("resources", "profiles"))
    library = ProfileLibrary(built_in, own or profile_folder())
    tokenizers = TokenizerStore(assets.root, assets.file, assets.tokenizer_files)
    return Workspace(assets, library, tokenizers)
