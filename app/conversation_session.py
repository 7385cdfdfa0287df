"""The conversation of the Templates page: its JSON text, its file, its steps of undo."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack

from app.commands import Change, ReplaceState
from app.edits import TextEdit, text_edit
from engine.atomic_file import write_atomic
from engine.complaint import os_complaint
from engine.errors import DocumentError, LoupeError
from engine.templates.conversation import Message, read_conversation, read_json
from engine.templates.conversation_text import (
    conversation_text,
    insert_message,
    move_message,
    remove_message,
    replace_message,
)

NAME = "the conversation"
FIRST = (
    Message("system", "You are a classifier. Answer with one option."),
    Message("user", "Classify: the applicant pays late sometimes."),
    Message("assistant", "MEDIUM", "Late, but she pays."),
    Message("user", "And if she never pays late?"),
)


@dataclass(frozen=True, slots=True)
class Talk:
    """A conversation's text and the messages in it; `problem` says why there are none."""

    text: str
    messages: tuple[Message, ...]
    problem: str


class ConversationSession(QObject):
    """Own the conversation; every change is a step of the window's history."""

    changed = Signal(object)

    def __init__(self, undo_stack: QUndoStack, parent: QObject | None = None) -> None:
        """Start with an example."""
        super().__init__(parent)
        self._undo_stack = undo_stack
        self.talk = _talk(conversation_text(FIRST))
        self.path: Path | None = None

    def edit_text(self, text: str) -> None:
        """Take another JSON text as it was typed."""
        edit = text_edit(self.talk.text, text)
        self._push(text, self.tr("edit the conversation"), "text", edit)

    def edit_message(self, index: int, message: Message) -> None:
        """Give a message another role, content or reasoning."""
        before = self.talk.messages[index]
        if message == before:
            return
        subject, edit = _typed(index, before, message)
        text = replace_message(self.talk.text, index, message)
        self._push(text, self.tr("edit message {0}").format(index + 1), subject, edit)

    def add_message(self, index: int) -> None:
        """Put a new message at a place; it answers the one before it."""
        before = self.talk.messages[index - 1].role if index else "assistant"
        message = Message("assistant" if before == "user" else "user", "")
        self._push(insert_message(self.talk.text, index, message), self.tr("add a message"))

    def remove_message(self, index: int) -> None:
        """Take a message out."""
        title = self.tr("remove message {0}").format(index + 1)
        self._push(remove_message(self.talk.text, index), title)

    def move_message(self, index: int, to: int) -> None:
        """Put a message at another place."""
        title = self.tr("move message {0}").format(index + 1)
        self._push(move_message(self.talk.text, index, to), title)

    def open(self, path: Path) -> None:
        """Read a file, whose text is kept as it is; DocumentError names what is wrong with it."""
        try:
            data = path.read_bytes()
        except OSError as error:
            raise DocumentError(os_complaint(error)) from error
        if not isinstance(read_json(data, path.name), list):
            raise DocumentError(f"{path.name}: messages must be a JSON array")
        self.path = path
        self._push(data.decode(), self.tr("open {name}").format(name=path.name))

    def save(self, path: Path) -> None:
        """Write the text; OSError when that fails."""
        write_atomic(path, self.talk.text.encode("utf-8", "surrogatepass"))
        self.path = path

    def _push(self, text: str, title: str, subject: str = "", edit: TextEdit | None = None) -> None:
        if text != self.talk.text:
            change = Change(title, subject, edit)
            self._undo_stack.push(ReplaceState(self.talk, _talk(text), change, self._show))

    def _show(self, talk: Talk) -> None:
        self.talk = talk
        self.changed.emit(talk)


def _talk(text: str) -> Talk:
    try:
        messages = read_conversation(text.encode("utf-8", "surrogatepass"), NAME)
    except LoupeError as error:
        return Talk(text, (), f"{error}{_place(error)}")
    return Talk(text, messages, "")


def _place(error: LoupeError) -> str:
    """Say where the text stops being JSON, if that is what is wrong."""
    cause = error.__cause__
    if not isinstance(cause, json.JSONDecodeError):
        return ""
    return f" (line {cause.lineno}, column {cause.colno}: {cause.msg})"


def _typed(index: int, before: Message, after: Message) -> tuple[str, TextEdit]:
    """Say which text of a message was typed in, and what."""
    for part in ("role", "content"):
        old, new = getattr(before, part), getattr(after, part)
        if old != new:
            return f"{index} {part}", text_edit(old, new)
    return f"{index} reasoning", text_edit(before.reasoning or "", after.reasoning or "")
