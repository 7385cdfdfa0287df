"""What a page of the window is given, and what the window asks of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Protocol, runtime_checkable

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QWidget

from app.actions import Actions
from app.bridge.engine_bridge import EngineBridge
from app.document_session import DocumentSession
from app.settings import Settings
from engine.profile_library import ProfileLibrary
from engine.profiles import Profile


@dataclass(frozen=True, slots=True)
class PageTools:
    """The window's parts that a page may use; `say_failure` and `show_page` act on the window.

    `take_back` puts a failure away that is none any more; `when_safe` does what gives the document
    up, after asking about work that is not saved.
    """

    session: DocumentSession
    bridge: EngineBridge
    settings: Settings
    library: ProfileLibrary
    say_failure: Callable[[str], None]
    take_back: Callable[[str], None]
    show_page: Callable[[str], None]
    when_safe: Callable[[Callable[[], None]], None]
    actions: Actions
    today: Callable[[], date]

    @property
    def profiles(self) -> tuple[Profile, ...]:
        """List the profiles that can be named, as their files are now."""
        return self.library.profiles


@runtime_checkable
class Page(Protocol):
    """A widget that fills the window."""

    def panes(self) -> tuple[QWidget, ...]:
        """List what F6 goes through, in reading order."""
        ...


@runtime_checkable
class Differences(Protocol):
    """A page that shows differences, to go through with the window's actions."""

    def step_difference(self, step: int) -> None:
        """Go to the next (1) or the previous (-1) difference."""
        ...


@runtime_checkable
class Working(Protocol):
    """A page that has work of its own on the engine thread."""

    @property
    def busy(self) -> bool:
        """Say whether something is still to come."""
        ...


@runtime_checkable
class Reporting(Protocol):
    """A page with a line of its own for the status bar, in place of the prompt's costs."""

    @property
    def status_changed(self) -> SignalInstance:
        """Give the signal that says that the line has changed."""
        ...

    @property
    def status(self) -> str:
        """Give the line; empty when there is nothing to say."""
        ...


@dataclass(frozen=True, slots=True)
class PageRow:
    """One page: its action's id in `app.action_rows` and how it is built, when first shown."""

    action: str
    build: Callable[[PageTools], QWidget]
