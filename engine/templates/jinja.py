"""A chat template's text, compiled by transformers' own environment to render messages."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from pathlib import Path
from types import ModuleType, TracebackType
from typing import TYPE_CHECKING

from engine.errors import TemplateError
from engine.templates.conversation import Message

if TYPE_CHECKING:
    import jinja2

TEMPLATE_FILE = "<template>"
PRIVATE_PACKAGE = "_loupe_transformers"
# What Python raises when a template's own expressions go wrong; anything else is our bug.
TEMPLATE_CRASHES = (
    ArithmeticError,
    AttributeError,
    LookupError,
    MemoryError,
    RuntimeError,
    TypeError,
    ValueError,
)


class TemplateRefusal(TemplateError):
    """Report that the template refused, with its own sentence and the line it came from."""

    def __init__(self, sentence: str, line: int | None = None) -> None:
        """Write the line, counted from 1 in the template's text, after the sentence."""
        place = "" if line is None else f" (line {line} of the template)"
        super().__init__(f"{sentence}{place}")
        self.sentence = sentence
        self.line = line


class TemplateCrash(TemplateRefusal):
    """Report what is wrong with the template whatever the messages say.

    That is a Python error, such as a wrong type, which stopped its code, or a text that no
    prompt can be.
    """


@dataclass(frozen=True, slots=True)
class JinjaTemplate:
    """A template compiled once; get one with `compile_template` and keep it."""

    text: str
    compiled: jinja2.Template

    def render(
        self,
        messages: tuple[tuple[str, str], ...],
        *,
        special_tokens: Mapping[str, str],
        kwargs: tuple[tuple[str, object], ...],
        today: date,
        add_generation_prompt: bool = True,
    ) -> str:
        """Render (role, content) pairs as `apply_chat_template` does, with `today` as the clock.

        The clock stands at midnight. Raises TemplateRefusal where the template refuses, and
        TemplateCrash where its code fails.
        """
        entries = [{"role": role, "content": content} for role, content in messages]
        return self._render(entries, special_tokens, kwargs, today, add_generation_prompt)

    def render_conversation(
        self,
        messages: tuple[Message, ...],
        *,
        special_tokens: Mapping[str, str],
        kwargs: tuple[tuple[str, object], ...],
        today: date,
        add_generation_prompt: bool = True,
    ) -> str:
        """Render as `render` does; a message's reasoning goes in as `reasoning_content`."""
        entries = [_entry(message) for message in messages]
        return self._render(entries, special_tokens, kwargs, today, add_generation_prompt)

    def argument_names(self) -> tuple[str, ...]:
        """List the names that the text reads and nothing here gives, in alphabetical order."""
        from jinja2 import meta

        environment = self.compiled.environment
        names = meta.find_undeclared_variables(environment.parse(self.text))
        given = {"messages", "add_generation_prompt", "tools", "documents", *environment.globals}
        return tuple(sorted(name for name in names - given if not name.endswith("_token")))

    def _render(
        self,
        entries: list[dict[str, str]],
        special_tokens: Mapping[str, str],
        kwargs: tuple[tuple[str, object], ...],
        today: date,
        add_generation_prompt: bool,
    ) -> str:
        from jinja2 import TemplateError as JinjaError

        midnight = datetime.combine(today, time())
        variables: dict[str, object] = {
            "tools": None,
            "documents": None,
            "strftime_now": midnight.strftime,
            **special_tokens,
            **dict(kwargs),
            "messages": entries,
            "add_generation_prompt": add_generation_prompt,
        }
        try:
            return _writable(str(self.compiled.render(variables)))
        except JinjaError as error:
            raise TemplateRefusal(str(error), _line(error.__traceback__)) from error
        except TEMPLATE_CRASHES as error:
            sentence = f"{type(error).__name__}: {error}"
            raise TemplateCrash(sentence, _line(error.__traceback__)) from error


def compile_template(text: str) -> JinjaTemplate:
    """Compile a template.

    Raises TemplateRefusal with the line where its syntax is wrong, TemplateCrash where Python
    cannot compile what it says.
    """
    compile_text = load_transformers_module()._compile_jinja_template
    from jinja2 import TemplateSyntaxError

    try:
        return JinjaTemplate(text, compile_text(text))
    except TemplateSyntaxError as error:
        raise TemplateRefusal(str(error.message), error.lineno) from error
    except (SyntaxError, *TEMPLATE_CRASHES) as error:
        raise TemplateCrash(f"{type(error).__name__}: {error}") from error


def load_transformers_module() -> ModuleType:
    """Load transformers' chat template module from its installed files, and nothing around it.

    Importing it by its own name runs the package's `__init__`, which takes four times as long.
    Under bare packages of our own its relative imports find the same files, and transformers
    itself stays unimported and unchanged.
    """
    spec = importlib.util.find_spec("transformers")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("transformers is not installed", name="transformers")
    folder = Path(spec.origin).parent
    for suffix, path in (("", folder), (".utils", folder / "utils")):
        package = ModuleType(PRIVATE_PACKAGE + suffix)
        package.__path__ = [str(path)]
        sys.modules.setdefault(package.__name__, package)
    return importlib.import_module(f"{PRIVATE_PACKAGE}.utils.chat_template_utils")


def _entry(message: Message) -> dict[str, str]:
    entry = {"role": message.role, "content": message.content}
    if message.reasoning is not None:
        entry["reasoning_content"] = message.reasoning
    return entry


def _writable(text: str) -> str:
    """Give the text back if UTF-8 can carry it; else raise TemplateCrash."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        number = f"U+{ord(text[error.start]):04X}"
        raise TemplateCrash(
            f"the text that it writes holds the lone surrogate {number} as its character "
            f"{error.start + 1:,}, which UTF-8 cannot carry"
        ) from error
    return text


def _line(trace: TracebackType | None) -> int | None:
    """Find the innermost line of the template in a traceback, which Jinja rewrites for us."""
    line = None
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == TEMPLATE_FILE:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
