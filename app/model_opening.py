"""A path that names a model or a tokenizer, tried on the engine thread before it is chosen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from app.bridge.side_work import SideWork
from engine.complaint import complaint
from engine.errors import LoupeError
from engine.gguf_file import MAGIC
from engine.profiles import Profile
from engine.runner import EngineLike, Job, Ticket
from engine.scorers import require_whole, weights_file

TOKENIZER_FILE = "tokenizer.json"


class ModelOpening(QObject):
    """Open a model's tokenizer; `opened` brings its profile, `refused` what is wrong with it.

    `activity` says what goes on, and nothing when it is over.
    """

    opened = Signal(object)
    refused = Signal(str)
    activity = Signal(str)

    def __init__(self, work: SideWork, parent: QObject | None = None) -> None:
        """Take a line of jobs on the engine thread."""
        super().__init__(parent)
        self._work = work
        self._profile: Profile | None = None
        work.stepped.connect(self._take)
        work.ended.connect(self._end)

    @property
    def busy(self) -> bool:
        """Say whether a model is still being tried."""
        return self._work.busy

    def start(self, path: Path) -> None:
        """Try a model instead of the one before."""
        self._profile = model_profile(path)
        self.activity.emit(self.tr("opening {name}").format(name=path.name))
        self._work.start(trial_job(self._profile))

    @Slot(object)
    def _take(self, problem: str) -> None:
        if not problem:
            self.opened.emit(self._profile)
            return
        said = self.tr(
            "Not opened: {problem}. Get the model again where it came from, or open another one; "
            "the document stays as it was."
        )
        self.refused.emit(said.format(problem=problem))

    @Slot()
    def _end(self) -> None:
        self.activity.emit("")


def trial_job(profile: Profile) -> Job:
    """Open a profile's tokenizer, which the engine keeps, and look whether its model is whole;
    yields why not, or an empty text.
    """

    def job(engine: EngineLike, ticket: Ticket) -> Iterator[str]:
        ticket.check()
        try:
            engine.stages.tokenizers.open(profile.tokenizer)
            if profile.model is not None:
                require_whole(weights_file(Path(profile.model)))
        except (LoupeError, OSError) as error:
            yield complaint(error)
        else:
            yield ""

    return job


def is_model(path: Path) -> bool:
    """Say whether a path names a model or a tokenizer, and no document."""
    named = path.suffix.lower() == ".gguf" or path.name == TOKENIZER_FILE
    return named or path.is_dir() or _begins_as_gguf(path)


def model_profile(path: Path) -> Profile:
    """Make the profile of a model that brings its own tokenizer and template."""
    if path.is_dir():
        weights, name = len(list(path.glob("*.gguf"))) == 1, path.resolve().name
    elif path.name == TOKENIZER_FILE:
        weights, name = False, path.resolve().parent.name
    else:
        weights, name = True, path.stem
    return Profile(name, name, tokenizer=str(path), model=str(path) if weights else None)


def _begins_as_gguf(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            return stream.read(len(MAGIC)) == MAGIC
    except OSError:
        return False
