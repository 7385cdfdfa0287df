"""The stages that turn a document into prompt, tokens and hashes, each remembered by its inputs."""

from __future__ import annotations

import datetime
import hashlib
import json
from dataclasses import dataclass
from typing import Generic, TypeVar

from engine.chat_format import ChatFormat, TokenizerSource, broken_template, open_chat_format
from engine.document import Document
from engine.errors import Finding, Place, StageFailed, TemplateError
from engine.findings.bos import bos_findings
from engine.findings.choices import choice_findings, terminator_findings, told_once
from engine.findings.context_text import context_findings
from engine.findings.control_tokens import (
    ControlTokens,
    content_ranges,
    control_token_findings,
    count_control_tokens,
)
from engine.findings.hardening import hardening_finding
from engine.findings.invisibles import invisible_findings
from engine.findings.template_effects import template_findings
from engine.findings.token_truth import token_findings
from engine.findings.window import window_findings
from engine.memo import Memo
from engine.plan.codebook import Codebooks
from engine.plan.compile import compile_plan
from engine.plan.plan import Ids, Plan, ScoringMode
from engine.profile_library import ProfileLibrary
from engine.profiles import Profile
from engine.prompt.fence import context_nonce
from engine.prompt.messages import request_messages
from engine.prompt.render import RenderedPrompt
from engine.prompt.schema_block import schema_block
from engine.prompt.segments import Piece
from engine.schema.fields import Schema
from engine.schema.parse import parse_schema
from engine.snapshot import Failed, Hashes, Ready, TokenView
from engine.templates.jinja import TemplateCrash
from engine.text_encoding import detect_encoding
from engine.tokenizers.base import Tokenization, Tokenizer
from engine.tokenizers.hardened import harden

T = TypeVar("T")
DECODE_CHECK_BYTES = 200_000  # beyond it the check costs more than the rest of the stage


@dataclass(frozen=True, slots=True)
class StageOutcome(Generic[T]):
    """A stage's slot and what it found, value or not."""

    slot: Ready[T] | Failed
    findings: tuple[Finding, ...] = ()


class Stages:
    """Run each stage on its inputs alone; the same inputs give the same object back."""

    def __init__(
        self,
        library: ProfileLibrary,
        tokenizers: TokenizerSource,
        today: datetime.date,
        memory: int = 8,
    ) -> None:
        """Take what the stages need from outside; `memory` is how many results each keeps."""
        self.library = library
        self._tokenizers = tokenizers
        self._today = today
        self._codebooks = Codebooks()
        self._schemas: Memo[StageOutcome[Schema]] = Memo(memory)
        self._formats: Memo[StageOutcome[ChatFormat]] = Memo(16)
        self._plans: Memo[StageOutcome[Plan]] = Memo(memory)
        self._prompts: Memo[StageOutcome[RenderedPrompt]] = Memo(memory)
        self._tokens: Memo[StageOutcome[TokenView]] = Memo(memory)
        self._hashes: Memo[Hashes] = Memo(memory)

    @property
    def profiles(self) -> tuple[Profile, ...]:
        """List the built-in profiles, then the user's."""
        return self.library.profiles

    @property
    def tokenizers(self) -> TokenizerSource:
        """Give the tokenizers, which belong to the engine thread."""
        return self._tokenizers

    @property
    def today(self) -> datetime.date:
        """Give the date that templates are told."""
        return self._today

    def profile(self, document: Document) -> Profile:
        """Find the document's profile; StageFailed when none has its name."""
        if isinstance(document.profile, Profile):
            return document.profile
        found = self.library.find(document.profile)
        if found is not None:
            return found
        known = ", ".join(profile.name for profile in self.profiles)
        raise StageFailed(
            Finding(
                "unknown-profile",
                "error",
                Place("profile"),
                f"there is no profile named {document.profile!r}",
                f"Choose one of {known}.",
            )
        )

    def schema(self, text: str) -> StageOutcome[Schema]:
        """Parse the schema text."""

        def compute() -> StageOutcome[Schema]:
            parsed = parse_schema(text)
            if parsed.schema is None:
                return StageOutcome(Failed(parsed.findings), parsed.findings)
            return StageOutcome(Ready(parsed.schema), parsed.findings)

        return self._schemas.get(text, compute)

    def is_open(self, profile: Profile) -> bool:
        """Say whether the profile's tokenizer and template are ready."""
        return profile in self._formats

    def chat_format(self, profile: Profile) -> StageOutcome[ChatFormat]:
        """Open the profile's tokenizer and template; a failure is not remembered."""

        def compute() -> StageOutcome[ChatFormat]:
            return StageOutcome(Ready(open_chat_format(profile, self._tokenizers, self._today)))

        try:
            return self._formats.get(profile, compute)
        except StageFailed as error:
            return StageOutcome(Failed(error.findings), error.findings)

    def plan(
        self, schema: Schema, mode: ScoringMode, chat: ChatFormat, *, hardened: bool = False
    ) -> StageOutcome[Plan]:
        """Compile the schema for the profile's tokenizer."""

        def compute() -> StageOutcome[Plan]:
            tokenizer = chat.tokenizer
            result = compile_plan(
                schema, mode, tokenizer, codebooks=self._codebooks, plain=hardened
            )
            alike = choice_findings(schema, mode, tokenizer.encode)
            found = told_once(result.findings, alike)
            if result.plan is None:
                return StageOutcome(Failed(found), found)
            ends = terminator_findings(result.plan, schema, tokenizer.piece)
            return StageOutcome(Ready(result.plan), (*found, *ends))

        return self._plans.get((schema, mode, chat.tokenizer.info, hardened), compute)

    def prompt(
        self, schema: Schema, plan: Plan, chat: ChatFormat, context: bytes
    ) -> StageOutcome[RenderedPrompt]:
        """Render the request through the profile's template."""

        def compute() -> StageOutcome[RenderedPrompt]:
            try:
                rendered = _render(schema_block(schema, plan.mode, plan), chat, context)
            except StageFailed as error:
                return StageOutcome(Failed(error.findings), error.findings)
            forced = chat.profile.system != "probe"
            effects = template_findings(rendered, chat.facts, chat.today, forced=forced)
            inside = context_findings(rendered.data, rendered.segments)
            unseen = invisible_findings(rendered.data, rendered.segments)
            return StageOutcome(Ready(rendered), (*effects, *inside, *unseen))

        return self._prompts.get((schema, plan.canonical_json, chat.profile, context), compute)

    def tokens(
        self, prompt: RenderedPrompt, plan: Plan, chat: ChatFormat, *, hardened: bool = False
    ) -> StageOutcome[TokenView]:
        """Cut the prompt into tokens and count its control tokens."""

        def compute() -> StageOutcome[TokenView]:
            tokenizer, info = chat.tokenizer, chat.tokenizer.info
            tokenization = tokenizer.tokenize(prompt.text)
            counted = count_control_tokens(tokenization, prompt.segments)
            found: list[Finding] = []
            defused: tuple[tuple[int, int], ...] = ()
            if hardened:
                defused = tuple((one.byte_start, one.byte_end) for one, _ in counted.alien)
                tokenization, counted, told = _hardened(prompt, tokenization, counted, tokenizer)
                found.append(told)
            check = len(prompt.data) <= DECODE_CHECK_BYTES and chat.template is not None
            decoded = tokenizer.decode(tokenization.ids) if check else None
            found += control_token_findings(counted, prompt.data, prompt.segments)
            found += token_findings(prompt, tokenization, decoded)
            found += bos_findings(tokenization, info)
            found += window_findings(tokenization, prompt.segments, plan, info.context_length)
            counts = counted.expected, counted.found
            view = TokenView(info, tokenization, *counts, hardened, defused)
            return StageOutcome(Ready(view), tuple(found))

        key = (prompt.text, prompt.segments, plan.plan_hash, chat.tokenizer.info, hardened)
        return self._tokens.get(key, compute)

    def hashes(self, prompt: RenderedPrompt, tokens: TokenView, plan: Plan) -> Hashes:
        """Hash the prompt's bytes and token ids (specification section 4)."""

        def compute() -> Hashes:
            return Hashes(
                prompt_bytes_sha256=hashlib.sha256(prompt.data).hexdigest(),
                prompt_sha256=ids_sha256(tokens.tokenization.ids),
                plan_hash=plan.plan_hash,
                nonce=prompt.nonce,
            )

        key = (prompt.data, prompt.segments, plan.plan_hash, tokens.tokenizer, tokens.hardened)
        return self._hashes.get(key, compute)


def ids_sha256(ids: Ids) -> str:
    """Give the sha256 of the ids as a JSON list with default separators.

    >>> ids_sha256((1, 2)) == hashlib.sha256(b"[1, 2]").hexdigest()
    True
    """
    return hashlib.sha256(json.dumps(list(ids)).encode()).hexdigest()


def _hardened(
    prompt: RenderedPrompt, ordinary: Tokenization, counted: ControlTokens, tokenizer: Tokenizer
) -> tuple[Tokenization, ControlTokens, Finding]:
    """Tokenise again with control tokens in the scaffold only, and say what that changed."""
    hardened = harden(tokenizer, prompt.data, ordinary, content_ranges(prompt.segments))
    alien = tuple(token for token, _ in counted.alien)
    told = hardening_finding(ordinary, hardened, alien)
    return hardened, count_control_tokens(hardened, prompt.segments), told


def _render(block: tuple[Piece, ...], chat: ChatFormat, context: bytes) -> RenderedPrompt:
    text = _context_text(context)
    messages = request_messages(block, text, supports_system=chat.supports_system)
    try:
        placed = chat.place(messages)
    except TemplateCrash as error:
        raise StageFailed(broken_template(chat.profile, str(error))) from error
    except TemplateError as error:
        raise StageFailed(_refused(chat, str(error))) from error
    return RenderedPrompt(
        text=placed.text,
        data=placed.text.encode(),
        nonce=context_nonce(text),
        segments=placed.segments,
        trimmed=placed.trimmed,
        template=chat.info,
        aligned=placed.aligned,
    )


def _context_text(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        convertible = detect_encoding(data).is_convertible
        raise StageFailed(
            Finding(
                "context-not-utf8",
                "error",
                Place("context"),
                f"the context is not UTF-8: byte 0x{data[error.start]:02x} at offset "
                f"{error.start} ({error.reason})",
                "Convert the text to UTF-8, or remove or replace those bytes."
                if convertible
                else "Remove or replace those bytes.",
            )
        ) from error


def _refused(chat: ChatFormat, message: str) -> Finding:
    return Finding(
        "template-error",
        "error",
        Place("template"),
        f"the template of profile {chat.profile.name} refused the messages: {message}",
        "Merge the system text into the user turn (system role: merge), or take another template.",
    )
