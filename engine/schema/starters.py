"""The schemas that ship with Loupe to begin with."""

from __future__ import annotations

from dataclasses import dataclass

from engine.resources import shipped


@dataclass(frozen=True, slots=True)
class Starter:
    """A schema's text under the name of its file: `support-triage`."""

    name: str
    text: str

    @property
    def title(self) -> str:
        """Give the name as people read it: `Support triage`."""
        return self.name.replace("-", " ").capitalize()


def starters() -> tuple[Starter, ...]:
    """Read every starter, in the order of their names."""
    files = sorted(shipped("resources", "starters").glob("*.json"))
    return tuple(Starter(file.stem, file.read_text(encoding="utf-8")) for file in files)
