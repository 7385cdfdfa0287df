"""Record what the plain codebook search finds, as facts for the tests.

Run from the root of the repository: `python -m tests.tools.record_codebooks`.
Takes several minutes; writes tests/data/codebooks.json.
"""

from __future__ import annotations

import json
from pathlib import Path

from tests.plan.library_tokenizers import NAMES, load
from tests.plan.plain_codebook import plain_codebook

TESTS = Path(__file__).resolve().parent.parent
FIELD = "risk_tier"
COUNTS = [*range(1, 65), 100, 255]


def recorded(name: str) -> dict[str, object]:
    tokenizer = load(name)
    books: dict[str, object] = {}
    for count in COUNTS:
        found = plain_codebook(FIELD, count, tokenizer.encode)
        assert found is not None
        books[str(count)] = {"codes": " ".join(found[0]), "single_branch": found[1]}
    return {"sha256": tokenizer.info.sha256, "codebooks": books}


if __name__ == "__main__":
    facts = {
        "made_by": "tests/tools/record_codebooks.py (the plain search of the specification, 3.2)",
        "field": FIELD,
        "tokenizers": {name: recorded(name) for name in NAMES},
    }
    file = TESTS / "data" / "codebooks.json"
    file.write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
