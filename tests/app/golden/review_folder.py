"""Golden folders whose vectors are rendered by the code-point tokenizer, so no asset is needed."""

from __future__ import annotations

import datetime
import json
from pathlib import Path

from engine.document import Context, Document
from engine.golden.comparison import Comparer
from engine.golden.decision import Written
from engine.golden.review import Review

DAY = datetime.date(2026, 5, 1)
SCHEMA = '{"flag": {"type": "boolean", "description": "manually flagged"}}'


def name_of(case: str) -> str:
    return f"qwen3__fake__{case}"


def document(text: str = "Pays late.") -> Document:
    return Document(SCHEMA, (Context("late payer", text.encode()),), profile="qwen3-fake")


def begin(folder: Path, comparer: Comparer) -> Review:
    return Review(folder, comparer, today=lambda: DAY, environment={})


def make_folder(folder: Path, comparer: Comparer, texts: dict[str, str]) -> None:
    """Fill a folder with one fresh vector for each case and its context."""
    folder.mkdir()
    review = begin(folder, comparer)
    for case, text in texts.items():
        assert isinstance(review.new(document(text), case), Written)


def spoil(folder: Path, case: str, old: str, new: str) -> bytes:
    """Replace a piece of a vector's agreed text once; give the file's bytes."""
    path = folder / f"{name_of(case)}.json"
    table = json.loads(path.read_text())
    assert old in table["rendered_text"]
    table["rendered_text"] = table["rendered_text"].replace(old, new, 1)
    path.write_text(json.dumps(table, indent=2, ensure_ascii=False) + "\n")
    return path.read_bytes()


def file_bytes_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
