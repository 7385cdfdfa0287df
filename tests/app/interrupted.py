"""A program for test_app_interrupt: Ctrl-C comes while the engine works.

Arguments: `shot` or `window`, `stubborn` or `polite` as in closing_window.py, and a folder.
"""

from __future__ import annotations

import functools
import os
import signal
import sys
import threading
from pathlib import Path

import platformdirs

from app import application, shot


class InterruptedEngine:
    def __init__(self, manner: str) -> None:
        self.polite = manner == "polite"

    def run(self, document, ticket, publish, *, score=True):
        os.kill(os.getpid(), signal.SIGINT)
        never = threading.Event()
        for _ in range(3000):
            never.wait(0.01)
            if self.polite:
                ticket.check()

    def close(self):
        sys.stdout.write("engine closed\n")


def main() -> int:
    what, manner, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    os.environ["XDG_CONFIG_HOME"] = str(folder)  # Linux; else the user's own settings
    platformdirs.user_state_path = lambda _: folder
    platformdirs.user_log_path = lambda _: folder
    if what == "window":
        return application.run_window(None, open_engine=lambda: InterruptedEngine(manner))
    application.Loupe = functools.partial(
        application.Loupe, open_engine=lambda: InterruptedEngine(manner)
    )
    return shot.run([str(folder / "picture.png")])


sys.exit(main())
