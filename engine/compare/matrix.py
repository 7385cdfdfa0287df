"""One document under several profiles: a column of facts for each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.compare.answers import Answer, answers_of
from engine.document import Document
from engine.errors import Finding
from engine.profiles import Profile
from engine.prompt.render import RenderedPrompt
from engine.prompt.segments import OwnerKind, Trimmed
from engine.snapshot import Blocked, Failed, Hashes, Rendered, Snapshot

Complete = Callable[[Document], Snapshot]
MISSING = frozenset({"tokenizer-missing", "tokenizer-unreadable"})


@dataclass(frozen=True, slots=True)
class Effects:
    """What a template did on its own: texts it added, bytes it removed, kwargs without effect."""

    added: tuple[str, ...] = ()
    removed: tuple[Trimmed, ...] = ()
    merged: bool = False
    ignored: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Column:
    """A document under one profile; without a prompt, `problem` says why and `hashes` is None.

    `is_here` is False when the profile's tokenizer cannot be opened.
    """

    profile: str
    title: str
    problem: str = ""
    is_here: bool = True
    byte_count: int = 0
    token_count: int = 0
    control_expected: int = 0
    control_found: int = 0
    findings: tuple[Finding, ...] = ()
    effects: Effects = Effects()
    hashes: Hashes | None = None
    tokenizer: str = ""
    tokenizer_sha256: str = ""
    template_sha256: str = ""
    kwargs: tuple[tuple[str, object], ...] = ()
    answers: tuple[Answer, ...] = ()
    unscored: str = ""


def under(document: Document, profile: Profile) -> Document:
    """Give the document under another profile; its own stays as it stands in the document."""
    if profile.name == document.profile_name:
        return document
    return replace(document, profile=profile)


def all_profiles(document: Document, profiles: tuple[Profile, ...]) -> tuple[Profile, ...]:
    """List the document's own profile, where it is an inline one, and the built-in ones."""
    own = document.profile
    if isinstance(own, str):
        return profiles
    return (own, *(profile for profile in profiles if profile.name != own.name))


def column_of(profile: Profile, snapshot: Snapshot) -> Column:
    """Gather the facts of a snapshot."""
    rendered = snapshot.rendered
    if rendered is None:
        return _without_prompt(profile, snapshot)
    answers, unscored = answers_of(snapshot.scores), _unscored(snapshot)
    facts = _facts(profile, rendered)
    return replace(facts, findings=snapshot.findings, answers=answers, unscored=unscored)


def _without_prompt(profile: Profile, snapshot: Snapshot) -> Column:
    failed = snapshot.failure
    is_here = not any(finding.id in MISSING for finding in failed)
    problem = f"{failed[0].message.rstrip('.')}. {failed[0].cure}".strip()
    return Column(profile.name, profile.title, problem, is_here=is_here, findings=snapshot.findings)


def _facts(profile: Profile, rendered: Rendered) -> Column:
    prompt, tokens = rendered.prompt, rendered.tokens
    return Column(
        profile=profile.name,
        title=profile.title,
        byte_count=len(prompt.data),
        token_count=len(tokens.tokenization.tokens),
        control_expected=tokens.control_expected,
        control_found=tokens.control_found,
        effects=effects_of(prompt),
        hashes=rendered.hashes,
        tokenizer=f"{tokens.tokenizer.name} · {tokens.tokenizer.class_name}",
        tokenizer_sha256=tokens.tokenizer.sha256,
        template_sha256=prompt.template.sha256,
        kwargs=prompt.template.kwargs,
    )


def effects_of(prompt: RenderedPrompt) -> Effects:
    """Say what the template did to the messages that nothing in the document asked for."""
    added = (part for part in prompt.segments if part.owner.kind is OwnerKind.ADDED)
    texts = (prompt.data[part.byte_start : part.byte_end] for part in added)
    template = prompt.template
    return Effects(
        tuple(text.decode("utf-8", "replace") for text in texts),
        prompt.trimmed,
        not template.supports_system,
        template.ignored_kwargs,
    )


def _unscored(snapshot: Snapshot) -> str:
    """Say why a scored document has no scores, if that was tried."""
    scores = snapshot.scores
    if isinstance(scores, Failed | Blocked) and scores.findings:
        return scores.findings[0].message
    return ""
