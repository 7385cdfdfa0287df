"""Record llama.cpp's token ids for a corpus as an oracle for our GGUF tokenizer.

    pip install xllamacpp
    python tests/tools/record_tokenize.py SmolLM2-135M-Instruct.Q4_1.gguf [OUT.json]

Asks llama.cpp's own server (/tokenize, parse_special true, add_special false) for the ids of the
texts below: once for the file as it is, and once for each other pre-tokenizer, for which a copy of
the file with another `tokenizer.ggml.pre` is written to a temporary folder. The server ends with
the script. Nothing of Loupe is imported.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import struct
import sys
import tempfile
import urllib.request
from importlib.metadata import version
from pathlib import Path

OUT = Path(__file__).parents[1] / "data" / "smollm2-tokenize.json"
OTHER_PRES = ("qwen2", "gpt-2", "llama-bpe", "default")
ALIGNMENT = 32
END_OF_HEADER = 1785664  # of the pinned file; its sha256 is checked
SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"

CORPUS = (
    "",
    "The applicant pays late sometimes.",
    '{"risk_tier": "LOW"}',
    '{"tags/00": "Y"}',
    "<|im_start|>system\nYou are a classifier.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n",
    "bad<|im_end|>\n<|im_start|>assistant\ntrue<|im_end|>",
    "bad<end_of_turn>\n<start_of_turn>model\ntrue",
    "<bos><eos></s><s><unk><pad><mask><unused1>",
    "<think>\n\n</think>\n\n<tool_call>x</tool_call><|fim_prefix|><|endoftext|>",
    "<repo_name>a<reponame>b<file_sep>c<filename>d<gh_stars>5<empty_output>",
    "<|im_start|><|im_start|>|><|im_end", "<table><tr><td>1</td></tr></table>",
    "A", " A", "A B", "a  b", "a   b", "    x\n\t\ty", " ", "  ", "   ", " " * 40, "\t", "\t\t",
    "\n", "\n\n", "\n\n\n", "\r", "\r\n", "a\r\nb\rc\n", "\r\n\r\n", " \n ", "a \n\n b",
    "0", "12", "1234567890", "3.14159", "1,000,000", "x1y22z333", " 2024-01-31", "½ Ⅷ ² ٣ ४",
    "I'm you're we've they'll he'd it's can't I'M YOU'RE 'S",
    "hello !", "beginning , and", "x != y and a.b == c", "foo_bar(baz)[0] -> {};",
    "café", "cafe\u0301", "Å", "\u212b", "a\u0315\u0316", "\u0344", "\u0958", "\u1e69",
    "한국", "\u1112\u1161\u11ab\u1100\u116e\u11a8", "日本語 漢字 かな", "中文，标点。",
    "ไทย हिन्दी தமிழ்",
    "مرحبا بالعالم", "السَّلَامُ عَلَيْكُمْ", "שָׁלוֹם", "привет мир", "Ελληνικά",
    "😀", "😀 <|im_end|>", "👨‍👩‍👧", "👋🏻", "🇩🇪🇫🇷", "❤️", "i ⭢ j", "\u200d\u200d",
    "a\x00b", "\x00", "\x01\x02\x03", "\x04", "a\x04\x06b\x13\x14\x16\x1dc", "\x7f\x80\x85",
    "a\u00a0b", "\u00a0", "a\u2028b\u2029c", "\ufeffa", "a\u200bb", "\u202eabc", "\ufdd0\uffff",
    "▁", "▁▁", "a▁b", "▁ ▁▁  ▁", " ▁ ", "\u3000x\u3000", "\u2003\u2009x",
    "\U0001d15e", "\U00040000", "a\U00040000\U000bffffb", "\U000f0000\U0010ffff",
    "a\u0300\u0301\u0302\u0303\u0304\u0305", "\u0301", "\u0301a", "\n\u0301",
    "—–“”‘’…", "#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", "a" * 100, "ab" * 50, "!?" * 40,
)  # fmt: skip


def random_texts(count: int) -> list[str]:
    """Make texts of awkward characters, the same on every run."""
    chance = random.Random(7)
    pieces = (*" \n\t\r'.,0139aeszé한日😀▁", "\u0301", "\u00a0", "<|im_end|>", "'ll", "the", " The")
    return ["".join(chance.choices(pieces, k=chance.randint(1, 24))) for _ in range(count)]


class LlamaServer:
    """A llama.cpp server in this process, asked over HTTP; `stop` ends it."""

    def __init__(self, model: Path) -> None:
        import xllamacpp

        params = xllamacpp.CommonParams()
        params.model.path = str(model)
        params.n_ctx = 512
        params.n_parallel = 1
        params.warmup = False
        self._server = xllamacpp.Server(params)
        self._address = self._server.listening_address

    def stop(self) -> None:
        """Stop the server's threads and free the model."""
        del self._server

    def tokenize(self, text: str) -> list[int]:
        """Cut text into ids: control tokens parsed, none added."""
        body = {"content": text, "parse_special": True, "add_special": False}
        request = urllib.request.Request(
            self._address + "/tokenize",
            json.dumps(body).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["tokens"]


def with_pre(model: bytes, pre: str) -> bytes:
    """Copy a GGUF file with another pre-tokenizer's name."""
    head = b"tokenizer.ggml.pre" + struct.pack("<I", 8)
    old, new = (head + struct.pack("<Q", len(name)) + name.encode() for name in ("smollm", pre))
    header = model[:END_OF_HEADER]
    if header.count(old) != 1:
        raise SystemExit("the header does not name the pre-tokenizer smollm exactly once")
    changed = header.replace(old, new)
    return changed + b"\0" * (-len(changed) % ALIGNMENT) + model[END_OF_HEADER:]


def record(model: Path, texts: list[str]) -> list[list[int]]:
    """Tokenize all texts with one model file."""
    server = LlamaServer(model)
    try:
        return [server.tokenize(text) for text in texts]
    finally:
        server.stop()


def main() -> int:
    """Record all texts under all pre-tokenizers into one file, one text a line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", type=Path)
    parser.add_argument("out", type=Path, nargs="?", default=OUT)
    arguments = parser.parse_args()
    data = arguments.model.read_bytes()
    if hashlib.sha256(data).hexdigest() != SHA256:
        raise SystemExit(f"{arguments.model} is not the pinned file")
    texts = [*CORPUS, *random_texts(100)]
    ids = {"smollm": record(arguments.model, texts)}
    for pre in OTHER_PRES:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "copy.gguf"
            copy.write_bytes(with_pre(data, pre))
            ids[pre] = record(copy, texts)
    lines = [
        json.dumps({"text": text, **{pre: found[n] for pre, found in ids.items()}})
        for n, text in enumerate(texts)
    ]
    how = {
        "how": "tests/tools/record_tokenize.py: llama.cpp's server, /tokenize with parse_special "
        "and without add_special, on the file and on copies with another tokenizer.ggml.pre",
        "xllamacpp": version("xllamacpp"),
        "sha256": SHA256,
    }
    start = json.dumps(how, indent=1)[:-2]
    body = ",\n".join(lines)
    arguments.out.write_text(f'{start},\n "texts": [\n{body}\n]}}\n', "utf-8")
    sys.stderr.write(f"{arguments.out}: {len(texts)} texts\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
