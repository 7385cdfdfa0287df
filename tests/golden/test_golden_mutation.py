"""Every single-byte edit of every committed text is noticed, and its byte is named."""

from __future__ import annotations

import json
import random
import zlib
from itertools import zip_longest
from pathlib import Path

import pytest

from engine.golden.check import State

GOLDEN = Path(__file__).parents[2] / "golden"
EDITS = 40


def edited(data: bytes, random_: random.Random) -> bytes:
    """Replace, insert or delete one byte so that the text stays UTF-8 and becomes another."""
    while True:
        at = random_.randrange(len(data))
        byte = bytes([random_.randrange(256)])
        kind = random_.choice(("replace", "replace", "insert", "delete"))
        middle = {"replace": byte, "insert": byte + data[at : at + 1], "delete": b""}[kind]
        changed = data[:at] + middle + data[at + 1 :]
        try:
            changed.decode()
        except UnicodeDecodeError:
            continue
        if changed != data:
            return changed


def first_unequal(one: bytes, other: bytes) -> int:
    return next(at for at, (a, b) in enumerate(zip_longest(one, other)) if a != b)


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.json")), ids=lambda path: path.stem)
def test_forty_edits_of_the_text_are_stale_and_name_the_edited_byte(path, tmp_path, comparer):
    random_ = random.Random(zlib.crc32(path.name.encode()))
    table = json.loads(path.read_text())
    data = table["rendered_text"].encode()
    copy = tmp_path / path.name
    expectations = comparer.checker.expectations(GOLDEN)
    for _ in range(EDITS):
        changed = edited(data, random_)
        copy.write_text(json.dumps(table | {"rendered_text": changed.decode()}))
        verdict = comparer.checker.judge(copy, expectations).verdict
        assert verdict.state is State.STALE
        byte = first_unequal(changed, data)
        assert verdict.sentence.startswith(f"Differs at byte {byte} (")
