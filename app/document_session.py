"""The document being edited: its history, its file, its dirty mark and its unsaved copy."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QUndoStack

from app.commands import Change, ReplaceState, State
from app.context_steps import unique_name
from app.edits import TextEdit, text_edit
from app.file_watch import FileWatch
from app.held_files import HeldFiles
from app.pause import pause_before
from app.recovery import RecoveryFolder
from app.recovery_record import Recovered
from engine.complaint import os_complaint
from engine.document import Context, Document
from engine.document_file import (
    Origin,
    ProfileOf,
    origin_of,
    read_document,
    with_schema,
)
from engine.errors import LoupeError
from engine.plan.plan import ScoringMode
from engine.profiles import Profile

AUTOSAVE_MS = 2000
DOCUMENT_SUFFIX = ".loupe.json"
EMPTY = Document(schema_text="{\n}\n", contexts=(Context("context", b""),))


class DocumentSession(QObject):
    """Own the current document; every change is a step of one undo history.

    `path_changed` is emitted too when the same path holds another kind of file than before.
    `document_replaced` comes before `document_changed` when it is another document altogether.
    `keeping_refused` says, once, why unsaved work cannot be kept; `gone_changed` that the file was
    deleted, which makes the document unsaved, or came back.
    """

    document_changed = Signal(object)
    document_replaced = Signal()
    dirty_changed = Signal(bool)
    path_changed = Signal(object)
    changed_outside = Signal(object)
    gone_changed = Signal(bool)
    keeping_refused = Signal(str)

    def __init__(
        self, recovery: RecoveryFolder, profile_of: ProfileOf, parent: QObject | None = None
    ) -> None:
        """Start with an empty document; `profile_of` finds the profile a golden vector means."""
        super().__init__(parent)
        self._profile_of = profile_of
        self.undo_stack = QUndoStack(self)
        self._recovery = recovery
        self._state = State(EMPTY, None)
        self._files = HeldFiles()
        self._begun = EMPTY
        self._place: tuple[Path | None, Origin] = (None, "document")
        self._dirty = False
        self._showing = False
        self._refusal = ""
        self._watch = FileWatch(self)
        self._watch.changed_outside.connect(self.changed_outside)
        self._watch.gone_changed.connect(self._weigh)
        self._watch.gone_changed.connect(self.gone_changed)
        self._autosave = pause_before(self.keep, AUTOSAVE_MS, self)

    @property
    def document(self) -> Document:
        """Give the current document."""
        return self._state.document

    @property
    def path(self) -> Path | None:
        """Give the file that the document came from, or was saved to."""
        return self._state.path

    @property
    def origin(self) -> Origin:
        """Say what kind of file that is."""
        return self._files.origin(self.path)

    @property
    def file(self) -> Path | None:
        """Give the file that saving may write; a vector or a bundle is only read."""
        return self.path if self.origin == "document" else None

    @property
    def file_name(self) -> str:
        """Propose a name for a document that has no file of its own; may be empty."""
        if self.path is None or self.origin == "document":
            return ""
        name = self.path.name.partition(".")[0]
        return (self.document.context.name if self.origin == "vector" else name) + DOCUMENT_SUFFIX

    @property
    def dirty(self) -> bool:
        """Say whether the file holds something else than the document."""
        return self._dirty

    def safe_to_leave(self) -> bool:
        """Say whether nothing is lost with the document: a file holds it, at this moment."""
        return not self._dirty and not self._watch.missed()

    def open(self, path: Path) -> None:
        """Read a file as a step that can be undone; DocumentError when it cannot be read."""
        document = self._files.read(path, self._profile_of)
        self._replace(State(document, path), self.tr("open {name}").format(name=path.name))

    def open_copy(self, path: Path) -> None:
        """Begin a document that belongs to no file with what a file holds."""
        self._begun = document = read_document(path, self._profile_of)
        self._replace(State(document, None), self.tr("open {name}").format(name=path.name))

    def reload(self) -> None:
        """Read the file again as a step that can be undone; DocumentError when it cannot."""
        if self.path is not None:
            state = State(self._files.read(self.path, self._profile_of), self.path)
            self.undo_stack.push(
                ReplaceState(self._state, state, Change(self.tr("reload")), self._show)
            )

    def save(self, path: Path) -> None:
        """Write the document to a file, whole or not at all; OSError when it cannot."""
        self._files.write(self.document, path)
        self._watch.follow(path)
        self._show(State(self.document, path))
        self.keep()

    def written(self, path: Path) -> bytes:
        """Give the bytes that saving there would write."""
        return self._files.written(self.document, path)

    def would_lose(self, path: Path) -> bool:
        """Say whether saving there replaces what another program wrote since we knew the file."""
        return self._files.would_lose(self.document, path)

    @Slot()
    def keep_mine(self) -> None:
        """Keep the document, unsaved, beside what another program wrote into its file."""
        if self.path is not None:
            self._files.disown(self.path)
            self._weigh()

    def new(self) -> None:
        """Start an empty document that belongs to no file, as a step that can be undone."""
        document = replace(EMPTY, profile=self.document.profile)
        self._begun = document
        self._replace(State(document, None), self.tr("new document"))

    def restore(self, recovered: Recovered) -> None:
        """Make recovered work the document, unsaved, and keep it under our own name too."""
        path = None if _is_only_read(recovered.path) else recovered.path
        self._replace(State(recovered.document, path), self.tr("restore unsaved work"))
        self.keep()
        if not self._refusal:
            recovered.kept_at.unlink(missing_ok=True)

    def edit_schema(self, text: str, title: str = "", edit: TextEdit | None = None) -> None:
        """Replace the schema's text; a step with a title merges only when `edit` says what was
        typed, one without is typing in the text itself.
        """
        if not title:
            edit = text_edit(self.document.schema_text, text)
        subject = f"schema {title}" if edit else ""
        change = Change(title or self.tr("edit schema"), subject, edit)
        self._push(with_schema(self.document, text), change)

    def edit_context(self, data: bytes) -> None:
        """Replace the active context's bytes."""
        contexts = self.document.contexts or (self.document.context,)
        active = min(self.document.active, len(contexts) - 1)
        context = contexts[active]
        edit = text_edit(_readable(context.data), _readable(data))
        title = self.tr("edit context {name}").format(name=context.name)
        changed = (*contexts[:active], replace(context, data=data), *contexts[active + 1 :])
        self._push(
            replace(self.document, contexts=changed, active=active),
            Change(title, f"context {active}", edit),
        )

    def activate_context(self, index: int) -> None:
        """Make another context the one in the prompt."""
        title = self.tr("switch to context {name}")
        name = self.document.contexts[index].name
        self._push(self.document.activated(index), Change(title.format(name=name)))

    def add_context(self, name: str, data: bytes = b"") -> None:
        """Append a context and make it the active one; its name is made unique."""
        contexts = self.document.contexts
        context = Context(unique_name(name, contexts), data)
        after = replace(self.document, contexts=(*contexts, context), active=len(contexts))
        self._push(after, Change(self.tr("add context {name}").format(name=context.name)))

    def rename_context(self, name: str) -> None:
        """Rename the active context; its name is made unique."""
        contexts, active = self.document.contexts, self.document.active
        others = (*contexts[:active], *contexts[active + 1 :])
        renamed = replace(contexts[active], name=unique_name(name, others))
        changed = (*contexts[:active], renamed, *contexts[active + 1 :])
        title = self.tr("rename context {name}").format(name=contexts[active].name)
        self._push(replace(self.document, contexts=changed), Change(title))

    def remove_context(self) -> None:
        """Remove the active context."""
        contexts, active = self.document.contexts, self.document.active
        remaining = (*contexts[:active], *contexts[active + 1 :])
        title = self.tr("remove context {name}").format(name=contexts[active].name)
        after = replace(
            self.document, contexts=remaining, active=max(0, min(active, len(remaining) - 1))
        )
        self._push(after, Change(title))

    def step(self, after: Document, title: str, edit: TextEdit | None = None) -> None:
        """Replace the document by one step named `title`; typing (an `edit`) in it merges."""
        self._push(after, Change(title, title if edit else "", edit))

    def choose_profile(self, profile: str | Profile) -> None:
        """Render with another profile."""
        name = profile if isinstance(profile, str) else profile.name
        title = self.tr("switch to profile {name}").format(name=name)
        self._push(replace(self.document, profile=profile), Change(title))

    def choose_scoring(self, scoring: ScoringMode) -> None:
        """Score by labels or by slots."""
        title = self.tr("switch to {scoring}").format(scoring=scoring)
        self._push(replace(self.document, scoring=scoring), Change(title))

    def set_option(self, name: str, value: str | None, title: str) -> None:
        """Set one option, a JSON text, or remove it (None); `title` names the step."""
        self._push(self.document.with_option(name, value), Change(title))

    @Slot()
    def keep(self) -> None:
        """Write unsaved work to the recovery folder; nothing when all is saved."""
        self._autosave.stop()
        refusal = ""
        try:
            if self.dirty:
                self._recovery.keep(self.document, self.file)
            else:
                self._recovery.forget()
        except OSError as error:
            refusal = os_complaint(error)
        if refusal and refusal != self._refusal:
            self.keeping_refused.emit(refusal)
        self._refusal = refusal

    def close(self) -> None:
        """End the session: what is unsaved now was given up on purpose."""
        self._autosave.stop()
        self._watch.follow(None)
        with suppress(OSError):  # it is offered once more at the next start
            self._recovery.forget()

    def _push(self, after: Document, change: Change) -> None:
        if after != self.document:
            self._refuse_while_showing()
            state = State(after, self.path)
            self.undo_stack.push(ReplaceState(self._state, state, change, self._show_document))

    def _refuse_while_showing(self) -> None:
        """Keep the history whole: a step within another would stand before it."""
        if self._showing:
            raise RuntimeError("a view changed the document while it was given it to show")

    def _replace(self, after: State, title: str) -> None:
        self._refuse_while_showing()
        if self.document is EMPTY and self.undo_stack.count() == 0:
            self._show_other(after)
        else:
            self.undo_stack.push(ReplaceState(self._state, after, Change(title), self._show_other))

    def _show_other(self, state: State) -> None:
        """Show another document: nothing that was known of the last one holds for it."""
        self.document_replaced.emit()
        self._show(state)

    def _show_document(self, state: State) -> None:
        """Show a step that edits: the file stays the one it is now, whatever it was then."""
        self._show(State(state.document, self.path))

    def _show(self, state: State) -> None:
        before, self._state = self._state, state
        self._showing = True
        place = (state.path, self.origin)
        if place != self._place:
            self._place = place
            self._watch.follow(state.path)
            self.path_changed.emit(state.path)
        if state.document is not before.document:
            self.document_changed.emit(state.document)
        self._showing = False
        self._weigh()

    @Slot()
    def _weigh(self) -> None:
        """Find out whether the document is unsaved, and keep it if so."""
        saved = self._begun if self.path is None else self._files.document(self.path)
        dirty = self._watch.gone or saved != self.document
        if dirty or self._dirty:
            self._autosave.start()
        if dirty != self._dirty:
            self._dirty = dirty
            self.dirty_changed.emit(dirty)


def _is_only_read(path: Path | None) -> bool:
    """Say whether a vector or a bundle stands where a document was kept from."""
    try:
        return path is not None and origin_of(path.read_bytes()) != "document"
    except (OSError, ValueError, LoupeError):
        return False


def _readable(data: bytes) -> str:
    """Decode to compare two states: what is not UTF-8 stays apart from everything else."""
    return data.decode("utf-8", "surrogateescape")
