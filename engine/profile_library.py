"""The profiles that can be named: the built-in ones, and the user's as their files are now."""

from __future__ import annotations

from pathlib import Path

from engine.profile_files import UserProfiles, read_user_profiles
from engine.profiles import Profile

Stamp = tuple[tuple[str, int, int], ...]


class ProfileLibrary:
    """Read the user's folder again when a file in it has changed; two threads may ask."""

    def __init__(self, built_in: tuple[Profile, ...], folder: Path | None = None) -> None:
        """Take the built-in profiles; without a folder there are no others."""
        self.built_in = built_in
        self.folder = folder
        self._read: tuple[Stamp, UserProfiles] = ((), UserProfiles())

    @property
    def profiles(self) -> tuple[Profile, ...]:
        """List the built-in profiles, then the user's."""
        return (*self.built_in, *self._users().profiles)

    @property
    def problems(self) -> tuple[str, ...]:
        """Say which of the user's profiles cannot be read."""
        return self._users().problems

    def find(self, name: str) -> Profile | None:
        """Find a profile by name."""
        return next((profile for profile in self.profiles if profile.name == name), None)

    def _users(self) -> UserProfiles:
        if self.folder is None:
            return UserProfiles()
        stamp = _stamp(self.folder)
        known = self._read
        if stamp != known[0]:
            taken = tuple(profile.name for profile in self.built_in)
            known = self._read = stamp, read_user_profiles(self.folder, taken)
        return known[1]


def _stamp(folder: Path) -> Stamp:
    """Tell two states of a folder apart without reading its files."""
    stamps = []
    for path in sorted(folder.glob("*.toml")):
        try:
            status = path.stat()
        except OSError:
            continue  # it went between the listing and now
        stamps.append((path.name, status.st_mtime_ns, status.st_size))
    return tuple(stamps)
