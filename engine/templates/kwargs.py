"""The arguments that a chat template reads, tried out on the probes."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from engine.templates.probe import Setting

TRIED: tuple[object, ...] = (True, False, "probe")


@dataclass(frozen=True, slots=True)
class KwargEffect:
    """An argument by name and the values, as JSON, with which some probe renders differently."""

    name: str
    values: tuple[str, ...]


def kwarg_effects(setting: Setting) -> tuple[KwargEffect, ...]:
    """Try true, false and a text for every argument that the template's text reads."""
    plain = setting.texts()
    return tuple(
        KwargEffect(
            name,
            tuple(json.dumps(value) for value in TRIED if _with(setting, name, value) != plain),
        )
        for name in setting.template.argument_names()
    )


def _with(setting: Setting, name: str, value: object) -> tuple[str | None, ...]:
    others = tuple(entry for entry in setting.kwargs if entry[0] != name)
    return replace(setting, kwargs=(*others, (name, value))).texts()
