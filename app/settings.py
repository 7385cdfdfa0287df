"""Remember what belongs to the person and not to a document: geometry, recent files, theme."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

MAX_RECENT = 10


class Settings:
    """Wrap a QSettings store; every key that Loupe keeps has a method here."""

    def __init__(self, store: QSettings) -> None:
        """Keep the store; tests give one on a temporary file."""
        self._store = store

    def recent_files(self) -> tuple[Path, ...]:
        """List the files opened or saved last, newest first."""
        return self._paths("recent_files")

    def add_recent_file(self, path: Path) -> None:
        """Put a file at the head of the recent ones."""
        self._put_first("recent_files", path)

    def recent_templates(self) -> tuple[Path, ...]:
        """List the files and folders that templates were taken from last, newest first."""
        return self._paths("recent_templates")

    def add_recent_template(self, path: Path) -> None:
        """Put a template's file at the head of the recent ones."""
        self._put_first("recent_templates", path)

    def last_file(self) -> Path | None:
        """Give the file that was open when the window was last closed."""
        return self._path("last_file")

    def set_last_file(self, path: Path | None) -> None:
        """Remember the file to open at the next start."""
        self._store.setValue("last_file", "" if path is None else str(path))

    def golden_folder(self) -> Path | None:
        """Give the folder that was reviewed last."""
        return self._path("golden_folder")

    def set_golden_folder(self, path: Path) -> None:
        """Remember the folder to review."""
        self._store.setValue("golden_folder", str(path))

    def layout(self, name: str) -> QByteArray:
        """Give a window's or splitter's saved state; empty when there is none."""
        value = self._store.value(f"layout/{name}")
        return value if isinstance(value, QByteArray) else QByteArray()

    def set_layout(self, name: str, state: QByteArray) -> None:
        """Keep a window's or splitter's state."""
        self._store.setValue(f"layout/{name}", state)

    def views(self) -> tuple[str, ...]:
        """Name the prompt's views that were shown last, from above; empty before the first."""
        value = self._store.value("prompt_views", "")
        return tuple(value.split(",")) if isinstance(value, str) and value else ()

    def set_views(self, names: tuple[str, ...]) -> None:
        """Remember which of the prompt's views are shown."""
        self._store.setValue("prompt_views", ",".join(names))

    def word_wrap(self) -> bool:
        """Say whether the prompt's rows end after words."""
        return self._store.value("word_wrap", "on") != "off"

    def set_word_wrap(self, on: bool) -> None:
        """Remember whether the prompt's rows end after words."""
        self._store.setValue("word_wrap", "on" if on else "off")

    def flush(self) -> None:
        """Write everything to disk."""
        self._store.sync()

    def _path(self, key: str) -> Path | None:
        value = self._store.value(key, "")
        return Path(value) if isinstance(value, str) and value else None

    def _paths(self, key: str) -> tuple[Path, ...]:
        """Read a list of paths; a store on disk gives a list of one as a text."""
        value = self._store.value(key, [])
        names = [value] if isinstance(value, str) else value
        return tuple(Path(str(name)) for name in names) if isinstance(names, list) else ()

    def _put_first(self, key: str, path: Path) -> None:
        others = [known for known in self._paths(key) if known != path]
        self._store.setValue(key, [str(one) for one in (path, *others)][:MAX_RECENT])
