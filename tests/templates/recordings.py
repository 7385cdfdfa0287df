"""What llama.cpp's server answered, read from the committed file and held against our renderers."""

from __future__ import annotations

import hashlib
import json
import lzma
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from engine.errors import LoupeError
from engine.templates.conversation import messages_from_json
from engine.templates.pins import NATIVE_TEMPLATES, NativeTemplate
from engine.templates.server_differences import server_difference

RECORDINGS = Path(__file__).parents[1] / "data" / "chat-templates" / "llama-server.jsonl.xz"


@dataclass(frozen=True)
class Recording:
    """A conversation and, by the template's first 16 hex digits, its prompt or the error."""

    set_name: str
    messages: list[object]
    answers: dict[str, dict[str, object]]

    def prompt(self, prefix: str) -> str | None:
        """Give the prompt; None where the server refused."""
        prompt = self.answers[prefix].get("prompt")
        return prompt if isinstance(prompt, str) else None


@dataclass(frozen=True)
class Comparison:
    """How one template did on one set.

    `kinds` counts the conversations that differ as the seed asks, once for each of their kinds.
    """

    prefix: str
    set_name: str
    conversations: int
    identical: int
    both_refuse: int
    explained: int
    kinds: Counter[str]
    unexplained: tuple[int, ...]
    asked: str
    prompts: tuple[int, str]

    def __str__(self) -> str:
        """Write four lines for people."""
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(self.kinds.items()))
        size, digest = self.prompts
        return (
            f"{self.prefix} {self.set_name}: {self.conversations} conversations, "
            f"{self.identical} identical, {self.both_refuse} refused by both, "
            f"{self.explained} different as specification 10.1 lists, "
            f"{len(self.unexplained)} otherwise\n"
            f"    kinds: {kinds or 'none'}\n"
            f"    conversations sha256 {self.asked}\n"
            f"    server's prompts {size} bytes, sha256 {digest}"
        )


def native(prefix: str) -> NativeTemplate:
    """Find the pinned template."""
    return next(one for one in NATIVE_TEMPLATES if one.sha256.startswith(prefix))


def rendered(prefix: str, messages: object) -> str | None:
    """Render natively; None where we refuse."""
    try:
        return native(prefix).render(messages_from_json(messages))
    except LoupeError:
        return None


def kinds_of(messages: object) -> frozenset[str]:
    """Name the kinds of specification 10.1 that a conversation has."""
    return frozenset(finding.id for finding in server_difference(messages))


def read_recordings() -> tuple[Recording, ...]:
    """Read the committed recordings, without the line that says how they were made."""
    lines = lzma.decompress(RECORDINGS.read_bytes()).decode().splitlines()
    entries = [json.loads(line) for line in lines[1:]]
    return tuple(Recording(one["set"], one["messages"], one["answers"]) for one in entries)


def compare(recorded: tuple[Recording, ...], prefix: str, set_name: str) -> Comparison:
    """Compare one template on one set."""
    ours = [one for one in recorded if one.set_name == set_name]
    pairs = [(rendered(prefix, one.messages), one.prompt(prefix)) for one in ours]
    different = {index for index, (mine, theirs) in enumerate(pairs) if mine != theirs}
    found = {index: kinds_of(ours[index].messages) for index in different}
    unexplained = tuple(sorted(index for index, kinds in found.items() if not kinds))
    prompts = "".join(theirs or "" for _, theirs in pairs).encode()
    lines = "".join(f"{json.dumps(one.messages, ensure_ascii=False)}\n" for one in ours)
    return Comparison(
        prefix,
        set_name,
        len(ours),
        sum(mine == theirs is not None for mine, theirs in pairs),
        sum(mine is theirs is None for mine, theirs in pairs),
        len(different) - len(unexplained),
        Counter(kind for kinds in found.values() for kind in kinds),
        unexplained,
        hashlib.sha256(lines.encode("utf-8", "surrogatepass")).hexdigest(),
        (len(prompts), hashlib.sha256(prompts).hexdigest()),
    )
