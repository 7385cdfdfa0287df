"""What a review says in its banner, and what it offers there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from app.views.banner import Banner
from app.views.text_dialog import TextDialog
from engine.golden.decision import ActionOutcome, Conflict, Refused
from engine.golden.file_difference import file_difference

Act = Callable[[str], None]


class Notices:
    """Write into one banner; `reload` and `keep` act on the vector of that name."""

    def __init__(self, banner: Banner, reload: Act, keep: Act, parent: QWidget) -> None:
        """Keep where to write and what to offer."""
        self._banner = banner
        self._reload = reload
        self._keep = keep
        self._parent = parent

    def refused(self, sentence: str) -> None:
        """Say why nothing was done."""
        self._banner.say("error", sentence, (_tr("Close"), self._banner.put_away))

    def told(self, sentence: str) -> None:
        """Say what happened."""
        self._banner.say("info", sentence, (_tr("Close"), self._banner.put_away))

    def clear(self) -> None:
        """Say nothing any more."""
        self._banner.put_away()

    def outcomes(self, outcomes: tuple[ActionOutcome, ...]) -> bool:
        """Say what was refused, if anything; conflicts first, since they ask something."""
        conflicts = [one for one in outcomes if isinstance(one, Conflict)]
        refused = [one for one in outcomes if isinstance(one, Refused)]
        others = len(conflicts) + len(refused) - 1
        more = _tr(" And {0} more.").format(others) if others > 0 else ""
        if conflicts:
            self.conflict(conflicts[0], f"{conflicts[0].sentence}.{more}")
        elif refused:
            self.refused(f"{refused[0].name}: {refused[0].sentence}.{more}")
        return bool(conflicts or refused)

    def conflict(self, conflict: Conflict, sentence: str) -> None:
        """Offer Reload, Keep where that can be, and Compare for a file that changed outside."""
        offers = [(_tr("Reload"), partial(self._reload, conflict.name))]
        if conflict.can_keep:
            offers.append((_tr("Keep"), partial(self._keep, conflict.name)))
        again = partial(self._compare, conflict, sentence)
        self._banner.say("warning", sentence, *offers, (_tr("Compare"), again))

    def _compare(self, conflict: Conflict, sentence: str) -> None:
        """Show what was read beside what is there now; the question stays."""
        title = _tr("{0} on disk").format(conflict.path.name)
        TextDialog(title, _difference(conflict), self._parent).open()
        self.conflict(conflict, sentence)


def _difference(conflict: Conflict) -> str:
    """Write what became of a file, each byte visible, below what its two sides are."""
    if conflict.seen == conflict.disk:
        return _tr("The file was written again with the same bytes.")
    head = _tr("Expected (-) is the file as it was here, got and live (+) what is on disk now.")
    if conflict.disk is None:
        head = _tr("The file is gone; this is what it held.")
    elif conflict.seen is None:
        head = _tr("There was no file; this is what it holds now.")
    lines = file_difference(conflict.seen or b"", conflict.disk or b"")
    return "\n".join((head, "", *lines)).replace("\n\n\n", "\n\n")


def _tr(text: str) -> str:
    return QCoreApplication.translate("Review", text)
