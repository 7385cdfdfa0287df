"""A template and a conversation, turned into everything that the Templates page shows of them."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from engine.errors import DocumentError, Finding, LoupeError
from engine.findings.control_tokens import count_control_tokens
from engine.golden.diff import TextDiff, text_diff
from engine.memo import Memo
from engine.profiles import Profile
from engine.prompt.fence import context_nonce
from engine.prompt.render import RenderedPrompt, TemplateInfo
from engine.runner import Job
from engine.snapshot import TokenView
from engine.templates.both import Both, Side, TextDifference, first_difference, render_both
from engine.templates.conversation import Message, read_conversation, read_json
from engine.templates.conversation_place import place_conversation
from engine.templates.jinja import JinjaTemplate, TemplateRefusal, compile_template
from engine.templates.kwargs import KwargEffect, kwarg_effects
from engine.templates.pins import find_native
from engine.templates.probe import Setting, TemplateFacts, probe
from engine.templates.server_differences import server_difference
from engine.templates.source import TemplateSource, TokenizerSource, open_template

Origin = Path | Profile


class Means(Protocol):
    """What the engine thread has: `engine.stages.Stages`."""

    @property
    def tokenizers(self) -> TokenizerSource:
        """Give the tokenizers."""
        ...

    @property
    def today(self) -> datetime.date:
        """Give the date that templates are told."""
        ...


@dataclass(frozen=True, slots=True)
class ReportRequest:
    """What is wanted: the template, the conversation's JSON, and a second template or none.

    `tokenizer` cuts the prompt of a template that came without one.
    """

    origin: Origin
    conversation: str
    second: Origin | None
    tokenizer: str


@dataclass(frozen=True, slots=True)
class TemplateReport:
    """A template and what it does; `facts` is None where `refusal` says why it does nothing."""

    source: TemplateSource
    facts: TemplateFacts | None
    effects: tuple[KwargEffect, ...] = ()
    refusal: str = ""
    line: int | None = None


@dataclass(frozen=True, slots=True)
class ConversationReport:
    """What a template makes of a conversation.

    `problem` is why there is no prompt: the JSON's fault when `both` is None, else the
    template's, at `line` of its text. `tokens` is None where `token_problem` says why.
    """

    problem: str = ""
    line: int | None = None
    prompt: RenderedPrompt | None = None
    tokens: TokenView | None = None
    token_problem: str = ""
    both: Both | None = None
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class SecondReport:
    """The same conversation under a second template; `aligned` has the first one's text left."""

    name: str
    side: Side
    difference: TextDifference | None = None
    aligned: TextDiff | None = None


@dataclass(frozen=True, slots=True)
class FullReport:
    """The answer to a request; `problem` says why the template could not be opened."""

    request: ReportRequest
    problem: str = ""
    template: TemplateReport | None = None
    conversation: ConversationReport | None = None
    second: SecondReport | None = None


@dataclass(frozen=True, slots=True)
class _Loaded:
    """A template ready to render; `compiled` is None where its text is no Jinja."""

    report: TemplateReport
    compiled: JinjaTemplate | None
    today: datetime.date

    def render(self, messages: tuple[Message, ...], *, add_generation_prompt: bool = True) -> str:
        if self.compiled is None:
            raise TemplateRefusal(self.report.refusal, self.report.line)
        return self.compiled.render_conversation(
            messages,
            special_tokens=dict(self.report.source.special_tokens),
            kwargs=self.report.source.kwargs,
            today=self.today,
            add_generation_prompt=add_generation_prompt,
        )

    def render_bare(self, messages: tuple[Message, ...]) -> str:
        return self.render(messages, add_generation_prompt=False)


@dataclass(slots=True)
class TemplateReporter:
    """Answer requests on the engine thread; templates opened before are remembered."""

    _loaded: Memo[_Loaded] = field(default_factory=lambda: Memo(16))

    def job(self, request: ReportRequest) -> Job:
        """Make the engine thread's job of a request."""
        return lambda engine, _: self.answer(request, engine.stages)

    def answer(self, request: ReportRequest, means: Means) -> Iterator[FullReport]:
        """Give what is known as it grows: the template first, then the prompt, then the second."""
        try:
            loaded = self._open(request.origin, means)
        except LoupeError as error:
            yield FullReport(request, str(error))
            return
        report = FullReport(request, template=loaded.report)
        yield report
        conversation = self._converse(loaded, request, means)
        report = FullReport(request, template=loaded.report, conversation=conversation)
        if request.second is None or conversation.both is None:
            yield report
            return
        second = self._second(request.second, conversation, request, means)
        yield FullReport(request, template=loaded.report, conversation=conversation, second=second)

    def _open(self, origin: Origin, means: Means) -> _Loaded:
        return self._loaded.get(_identity(origin), lambda: _load(origin, means))

    def _converse(
        self, loaded: _Loaded, request: ReportRequest, means: Means
    ) -> ConversationReport:
        data = request.conversation.encode("utf-8", "surrogatepass")
        source = loaded.report.source
        try:
            messages = read_conversation(data, "the conversation")
        except LoupeError as error:
            return ConversationReport(str(error), findings=_server_findings(data, source))
        both = render_both(find_native(source.sha256), loaded.render, messages)
        findings = _server_findings(data, source)
        if both.jinja.text is None:
            refusal = both.jinja
            return ConversationReport(refusal.refusal, refusal.line, both=both, findings=findings)
        prompt = _prompt(loaded, messages)
        tokens, token_problem = _tokens(
            prompt, source.tokenizer or request.tokenizer, means.tokenizers
        )
        return ConversationReport("", None, prompt, tokens, token_problem, both, findings)

    def _second(
        self, origin: Origin, first: ConversationReport, request: ReportRequest, means: Means
    ) -> SecondReport:
        assert first.both is not None
        try:
            loaded = self._open(origin, means)
        except LoupeError as error:
            name = origin.name if isinstance(origin, Path) else origin.title
            return SecondReport(name, Side(None, str(error)))
        data = request.conversation.encode("utf-8", "surrogatepass")
        side = render_both(None, loaded.render, read_conversation(data)).jinja
        one, other = first.both.jinja.text, side.text
        name = loaded.report.source.name
        if one is None or other is None:
            return SecondReport(name, side)
        return SecondReport(name, side, first_difference(one, other), text_diff(one, other))


def _load(origin: Origin, means: Means) -> _Loaded:
    source = open_template(origin, means.tokenizers)
    try:
        compiled = compile_template(source.text)
    except TemplateRefusal as error:
        report = TemplateReport(source, None, (), error.sentence, error.line)
        return _Loaded(report, None, means.today)
    special = dict(source.special_tokens)
    setting = Setting(compiled, special, source.kwargs, means.today)
    effects = kwarg_effects(setting)
    try:
        facts = probe(compiled, special, source.kwargs, means.today)
    except TemplateRefusal as error:
        report = TemplateReport(source, None, effects, error.sentence, error.line)
        return _Loaded(report, compiled, means.today)
    return _Loaded(TemplateReport(source, facts, effects), compiled, means.today)


def _tokens(
    prompt: RenderedPrompt, tokenizer: str, tokenizers: TokenizerSource
) -> tuple[TokenView | None, str]:
    try:
        opened = tokenizers.open(tokenizer)
    except LoupeError as error:
        return None, str(error)
    tokenization = opened.tokenize(prompt.text)
    counted = count_control_tokens(tokenization, prompt.segments)
    return TokenView(opened.info, tokenization, counted.expected, counted.found), ""


def _prompt(loaded: _Loaded, messages: tuple[Message, ...]) -> RenderedPrompt:
    placed = place_conversation(loaded.render, loaded.render_bare, messages)
    source, facts = loaded.report.source, loaded.report.facts
    return RenderedPrompt(
        text=placed.text,
        data=placed.text.encode(),
        nonce=context_nonce(""),
        segments=placed.segments,
        trimmed=placed.trimmed,
        template=TemplateInfo(
            sha256=source.sha256,
            engine="jinja",
            kwargs=source.kwargs,
            ignored_kwargs=() if facts is None else facts.ignored_kwargs,
            supports_system=facts is None or facts.supports_system,
        ),
    )


def _server_findings(data: bytes, source: TemplateSource) -> tuple[Finding, ...]:
    """Name what llama-server would do otherwise, for the templates that are proven against it."""
    if source.label is None:
        return ()
    try:
        value = read_json(data, "the conversation")
    except DocumentError:
        return ()
    return server_difference(value)


def _identity(origin: Origin) -> tuple[object, ...]:
    """Name an origin by what it is now: a file that changed is another one."""
    if isinstance(origin, Profile):
        return (origin,)
    try:
        facts = origin.stat()
    except OSError:
        return (origin, None)
    return (origin, facts.st_mtime_ns, facts.st_size)
