"""The ways into the review from the rest of the window."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Slot

from app.actions import Actions
from app.document_session import DocumentSession
from app.golden.vector_path import is_vector
from app.origin_notice import vector_sentence
from app.pages import REVIEW, Pages
from app.views.banner import Banner

if TYPE_CHECKING:
    from app.golden.review_page import ReviewPage


class ReviewEntry(QObject):
    """Open the review for a new vector, another folder, or the vector that is the document."""

    def __init__(
        self, pages: Pages, actions: Actions, session: DocumentSession, banner: Banner
    ) -> None:
        """Connect the actions that work on every page."""
        super().__init__(pages)
        self._pages = pages
        self._actions = actions
        self._session = session
        self._banner = banner
        actions["review_new"].triggered.connect(self._new)
        actions["review_folder"].triggered.connect(self._folder)
        actions["review_this"].triggered.connect(self._review_this)
        session.path_changed.connect(self._follow)
        self._follow(session.path)

    @Slot(object)
    def _follow(self, path: Path | None) -> None:
        """Offer the review of a vector that was opened; on the page itself show it."""
        known = is_vector(path)
        self._actions["review_this"].setEnabled(known)
        if not known or path is None:
            return
        if self._pages.shown() == REVIEW:
            self._page().show_vector(path)
        else:
            self._banner.say(
                "info",
                vector_sentence(path),
                (self.tr("Review it"), self._review_this),
                (self.tr("Close"), self._banner.put_away),
            )

    @Slot()
    def _review_this(self) -> None:
        path = self._session.path
        if path is not None and is_vector(path):
            self._pages.show_page(REVIEW)
            self._page().show_vector(path)

    @Slot()
    def _new(self) -> None:
        self._pages.show_page(REVIEW)
        self._page().files.ask_new()

    @Slot()
    def _folder(self) -> None:
        self._pages.show_page(REVIEW)
        self._page().files.ask_folder()

    def _page(self) -> ReviewPage:
        return cast("ReviewPage", self._pages[REVIEW])
