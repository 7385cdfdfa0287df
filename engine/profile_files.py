"""Profiles of the user's own: TOML files in a folder of the user's configuration."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.atomic_file import write_atomic
from engine.errors import DocumentError
from engine.profiles import Profile, profile_table, read_profile
from engine.toml_text import toml_pair

_NOT_IN_NAMES = re.compile(r"[^\w.-]+")


@dataclass(frozen=True, slots=True)
class UserProfiles:
    """The profiles that could be read, and for each other file what is wrong with it."""

    profiles: tuple[Profile, ...] = ()
    problems: tuple[str, ...] = ()


def profile_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Give the folder of the user's profiles: `LOUPE_PROFILES`, or one of the configuration.

    DocumentError when the variable names something that is no folder.
    """
    if chosen := environ.get("LOUPE_PROFILES"):
        folder = Path(chosen).expanduser()
        if folder.exists() and not folder.is_dir():
            raise DocumentError(f"LOUPE_PROFILES names {folder}, which is no folder; name a folder")
        return folder
    from platformdirs import user_config_path

    return user_config_path("loupe", appauthor=False) / "profiles"


def read_user_profiles(folder: Path, taken: tuple[str, ...]) -> UserProfiles:
    """Read every TOML file of a folder; a name that is `taken` or stands twice is a problem."""
    names = set(taken)
    profiles, problems = [], []
    if folder.is_dir() and not os.access(folder, os.R_OK | os.X_OK):
        problems.append(f"profiles in {folder} cannot be read; change the folder's permissions")
    for path in sorted(folder.glob("*.toml")):
        try:
            profile = read_profile(path)
        except DocumentError as error:
            problems.append(str(error))
            continue
        if profile.name in names:
            problems.append(f"profile {path.name}: the name {profile.name!r} is taken already")
            continue
        names.add(profile.name)
        profiles.append(profile)
    return UserProfiles(tuple(profiles), tuple(problems))


def save_profile(profile: Profile, folder: Path, taken: tuple[str, ...] = ()) -> Path:
    """Write a profile into a folder, over an older one of its name, and give its file.

    Raises DocumentError when the name is `taken` by a built-in one or TOML cannot hold a value,
    OSError when the folder cannot be written.
    """
    if profile.name in taken:
        raise DocumentError(f"{profile.name} is a built-in profile's name; choose another name")
    text = profile_toml(profile)
    folder.mkdir(parents=True, exist_ok=True)
    path = _file_of(profile.name, folder)
    write_atomic(path, text.encode())
    return path


def profile_toml(profile: Profile) -> str:
    """Write a profile as TOML that `read_profile` reads back to the same profile.

    Raises DocumentError for what TOML cannot hold: null and lone surrogates.
    """
    table = profile_table(profile)
    kwargs = table.pop("kwargs")
    lines = [toml_pair(key, value, block=True) for key, value in table.items()]
    assert isinstance(kwargs, dict)
    if kwargs:
        lines += ["", "[kwargs]"]
        lines += [toml_pair(key, value, block=True) for key, value in kwargs.items()]
    return "\n".join(lines) + "\n"


def _file_of(name: str, folder: Path) -> Path:
    """Find the file that holds the profile of this name, else one that does not exist yet."""
    stem = _NOT_IN_NAMES.sub("-", name).strip("-.") or "profile"
    number = 1
    while True:
        path = folder / (f"{stem}.toml" if number == 1 else f"{stem}-{number}.toml")
        if not path.exists() or _name_in(path) == name:
            return path
        number += 1


def _name_in(path: Path) -> str | None:
    try:
        return read_profile(path).name
    except DocumentError:
        return None
