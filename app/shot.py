"""`loupe shot`: the window, offscreen, saved as a picture once everything is on it."""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
from pathlib import Path

COULD_NOT_RUN = 2
TIMEOUT_MS = 300_000
PAGES = ("prompt", "review", "compare", "templates")  # the ids of app.pages without `page_`


def size(text: str) -> tuple[int, int]:
    """Read `1440x900`.

    >>> size("1440x900")
    (1440, 900)
    """
    match = re.fullmatch(r"(\d{2,5})x(\d{2,5})", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not WIDTHxHEIGHT, such as 1440x900")
    return int(match[1]), int(match[2])


def parser() -> argparse.ArgumentParser:
    """Describe the command's arguments."""
    root = argparse.ArgumentParser(prog="loupe shot", description="Save a picture of the window.")
    root.add_argument("picture", type=Path, metavar="OUT.png")
    root.add_argument("document", type=Path, nargs="?", metavar="FILE")
    root.add_argument("--page", choices=PAGES, default="prompt")
    root.add_argument("--theme", choices=("light", "dark"), default="light")
    root.add_argument("--size", type=size, default=(1440, 900), metavar="WxH")
    root.add_argument("--debug", action="store_true", help="show the traceback of an error")
    return root


def run(arguments: list[str]) -> int:
    """Take the picture; 0 when it is saved, 2 with one line when it cannot be."""
    options = parser().parse_intermixed_args(arguments)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    if options.document is not None and not options.document.exists():
        problem = f"there is no file {options.document}"
    else:
        problem = _shoot(options)
    if problem:
        sys.stderr.write(f"loupe shot: {problem}\n")
        return COULD_NOT_RUN
    return 0


def _shoot(options: argparse.Namespace) -> str:
    """Save the picture; give what went wrong, or nothing."""
    from PySide6.QtCore import QSettings

    from app.application import Loupe, example, make_application
    from app.camera import Camera
    from app.settings import Settings
    from app.templates_page import TemplatesPage
    from engine.workspace import open_workspace

    application = make_application(options.theme)
    application.setQuitOnLastWindowClosed(False)
    with tempfile.TemporaryDirectory() as folder:
        store = QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat)
        loupe = Loupe(open_workspace(), Path(folder) / "recovery", Settings(store))
        camera = Camera(loupe, options.picture, TIMEOUT_MS)
        if not options.debug:
            sys.excepthook = camera.hook
        loupe.window.resize(*options.size)
        loupe.window.show()
        loupe.window.pages.show_page(f"page_{options.page}")
        page = loupe.window.pages.currentWidget()
        document = options.document or example()
        if isinstance(page, TemplatesPage) and options.document is not None:
            page.open_file(options.document)
            document = example()
        camera.begin(document)
        application.exec()
        camera.finish()
    return camera.problem
