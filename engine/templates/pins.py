"""The sha256 of a chat template's text, looked up among the templates that we render natively."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from engine.errors import TemplateError
from engine.templates import native
from engine.templates.conversation import Message


@dataclass(frozen=True, slots=True)
class NativeTemplate:
    """A template that is pinned by the sha256 of its text and rendered without an engine."""

    sha256: str
    label: str
    render: Callable[[tuple[Message, ...]], str]


NATIVE_TEMPLATES = (
    NativeTemplate(
        "30a75d10e60b57e2f260420163dd59720dacf9f63b9a8de070d65dd80a7b30f7",
        "Bonsai / Qwen3",
        native.render_qwen3,
    ),
    NativeTemplate(
        "872be49dbb638044ad01b60388f48d469ff2980e5f0dccdc22ec907db54d0788",
        "SmolLM2-Instruct",
        native.render_smollm2,
    ),
    NativeTemplate(
        "9fe579a2c222698c7ba22d46e26466362fbe951569a89096c366267f9b82ab92",
        "ChatML (mindx-genN)",
        native.render_chatml,
    ),
)


def template_sha256(text: str) -> str:
    """Hash a template's text as UTF-8; a trailing newline counts."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def find_native(sha256: str) -> NativeTemplate | None:
    """Find the native renderer of the template with this full sha256, if there is one."""
    return next((known for known in NATIVE_TEMPLATES if known.sha256 == sha256), None)


def native_for(text: str) -> NativeTemplate:
    """Find the native renderer of this template text.

    Raises TemplateError, which lists the known templates (specification chat-templates 1.8).
    """
    sha256 = template_sha256(text)
    found = find_native(sha256)
    if found is None:
        known = ", ".join(f"{pin.sha256[:16]}… {pin.label}" for pin in NATIVE_TEMPLATES)
        raise TemplateError(
            f"chat template sha256 {sha256[:16]} is not one reproduced here ({known})"
        )
    return found
