"""Bring upstream's golden vectors into our format: `python import_vectors.py FOLDER golden`.

FOLDER holds upstream's files and `ids-and-plans.json` (each vector's token ids). Nothing here
renders: every expected value is upstream's or the sha256 of one. The true field order is that
of upstream's case table, which its sorted files lost; `read_vector` finds it in the text.
"""

from __future__ import annotations

import hashlib
import json
import sys
from dataclasses import replace
from pathlib import Path

from engine.vector import dump_vector, read_vector

# The sha256 of the template in each pinned tokenizer_config.json; the test profile has none.
TEMPLATES = {"qwen2.5": "cd8e9439f0570856", "gemma": "ecd6ae513fe103f0"}


def main(source: Path, target: Path, configs: Path) -> None:
    facts = json.loads((source / "ids-and-plans.json").read_text())
    for name, fact in facts.items():
        vector = read_vector(source / f"{name}.json")
        text = vector.rendered_text.encode()
        template = None
        if vector.profile in TEMPLATES:
            config = json.loads((configs / vector.profile / "tokenizer_config.json").read_text())
            template = hashlib.sha256(config["chat_template"].encode()).hexdigest()
            assert template.startswith(TEMPLATES[vector.profile])
        ours = replace(
            vector,
            token_ids=tuple(fact["prompt_ids"]),
            prompt_bytes_sha256=hashlib.sha256(text).hexdigest(),
            template_sha256=template,
            note="upstream jevmlx, tests/golden/prompts",
        )
        (target / f"{name}.json").write_text(dump_vector(ours))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]))
