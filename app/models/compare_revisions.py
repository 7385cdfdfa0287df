"""A file's git revisions as a table: date, commit, author, subject."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.models.rows_model import RowsModel
from engine.compare.git import Revision

DATE_DIGITS = 16


class RevisionModel(RowsModel[Revision]):
    """Look revisions up."""

    def __init__(self, revisions: tuple[Revision, ...], parent: QObject | None = None) -> None:
        """Show revisions, newest first as they come."""
        super().__init__(parent)
        self._titles = (self.tr("date"), self.tr("commit"), self.tr("author"), self.tr("subject"))
        self.set_rows(revisions)

    def text(self, row: Revision, column: int, /) -> str:
        """Write one cell."""
        date = row.date[:DATE_DIGITS].replace("T", " ")
        return (date, row.short, row.author, row.subject)[column]

    def tip(self, row: Revision, _column: int, /) -> str:
        """Give the commit's whole hash, and the path that the file had in it."""
        return f"{row.commit}\n{row.path}"
