"""`loupe shot`: the window, offscreen, saved as a picture once everything is on it."""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
from pathlib import Path

from engine.cli.arguments import COULD_NOT_RUN, OneLineParser
from engine.complaint import complaint
from engine.errors import LoupeError

TIMEOUT_MS = 300_000
PAGES = ("prompt", "review", "compare", "templates")  # the ids of app.pages without `page_`
LEAST, MOST = 200, 8192  # pixels a side; Qt needs four bytes for each pixel
NOISE = "This plugin does not support "  # what the offscreen platform says of every window


def size(text: str) -> tuple[int, int]:
    """Read `1440x900`.

    >>> size("1440x900")
    (1440, 900)
    """
    match = re.fullmatch(r"(\d{1,9})x(\d{1,9})", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not WIDTHxHEIGHT, such as 1440x900")
    width, height = int(match[1]), int(match[2])
    if not (LEAST <= width <= MOST and LEAST <= height <= MOST):
        raise argparse.ArgumentTypeError(f"{text!r}: a side has {LEAST} to {MOST} pixels")
    return width, height


def parser() -> argparse.ArgumentParser:
    """Describe the command's arguments."""
    root = OneLineParser(prog="loupe shot", description="Save a picture of the window.")
    root.add_argument("picture", type=Path, metavar="OUT.png", help="where the picture goes")
    root.add_argument(
        "document", type=Path, nargs="?", metavar="FILE", help="what to open; else the example"
    )
    root.add_argument("--page", choices=PAGES, default="prompt")
    root.add_argument("--theme", choices=("light", "dark"), default="light")
    root.add_argument("--size", type=size, default=(1440, 900), metavar="WxH")
    root.add_argument("--debug", action="store_true", help="show the traceback of an error")
    return root


def run(arguments: list[str]) -> int:
    """Take the picture; 0 when it is saved, 2 with one line when it cannot be, 130 on Ctrl-C."""
    options = parser().parse_intermixed_args(arguments)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    try:
        _check(options.picture, options.document)
        code, problem = _shoot(options)
    except (LoupeError, OSError) as error:
        code, problem = COULD_NOT_RUN, complaint(error)
    if problem:
        sys.stderr.write(f"loupe shot: {problem}\n")
    return code


def _check(picture: Path, document: Path | None) -> None:
    """Refuse before the work what could not be opened or saved after it."""
    if document is not None and not document.exists():
        raise LoupeError(f"there is no file {document}; check its name and its folder")
    if picture.suffix.lower() != ".png":
        raise LoupeError(f"{picture} cannot be the picture; name a file that ends in .png")
    if picture.is_dir():
        raise LoupeError(f"{picture} is a folder; name a file in it")
    if not picture.parent.is_dir():
        raise LoupeError(f"there is no folder {picture.parent}; make it, or name another place")
    if not os.access(picture if picture.exists() else picture.parent, os.W_OK):
        raise LoupeError(f"{picture} cannot be written; name a place where you may write")


def _shoot(options: argparse.Namespace) -> tuple[int, str]:
    """Save the picture; give the exit code and what went wrong, or nothing."""
    from PySide6.QtCore import QSettings, qInstallMessageHandler

    from app.application import Loupe, example, make_application
    from app.camera import Camera
    from app.interrupt import Interrupt
    from app.settings import Settings
    from app.templates_page import TemplatesPage
    from engine.workspace import open_workspace

    qInstallMessageHandler(_say)
    application = make_application(options.theme)
    interrupt = Interrupt(application)
    application.setQuitOnLastWindowClosed(False)
    with tempfile.TemporaryDirectory() as folder:
        store = QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat)
        loupe = Loupe(open_workspace(), Path(folder) / "recovery", Settings(store))
        camera = Camera(loupe, options.picture, TIMEOUT_MS, interrupt, debug=options.debug)
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
    return camera.code, camera.problem


def _say(_kind: object, _context: object, message: str) -> None:
    """Pass on what Qt says, without the offscreen platform's usual remarks."""
    if not message.startswith(NOISE):
        sys.stderr.write(f"loupe shot: Qt: {message}\n")
