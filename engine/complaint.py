"""What the system refused, turned into one sentence with the thing, the cause and the cure."""

from __future__ import annotations

import errno
import re
from collections.abc import Sequence
from difflib import get_close_matches

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from engine.errors import GgufError

_CAUSES = {
    errno.ENOENT: ("there is no such file or folder", "check its name and its folder"),
    errno.EEXIST: ("something else is in its place", "name another place"),
    errno.EISDIR: ("it is a folder", "name a file in it"),
    errno.ENOTDIR: ("a part of this path is no folder", "check the path"),
    errno.EACCES: ("permission denied", "change its permissions, or name another place"),
    errno.EPERM: ("permission denied", "change its permissions, or name another place"),
    errno.EROFS: ("it lies on a read-only disk", "name another place"),
    errno.ENOSPC: ("no room is left on the disk", "make room there, or name another place"),
    errno.EDQUOT: ("your share of the disk is used up", "make room there, or name another place"),
    errno.ENAMETOOLONG: ("the name is too long", "name it shorter"),
    errno.ELOOP: ("its links lead round in a circle", "name the file itself"),
    errno.EFBIG: ("the file would be too large", "name another place"),
}
_WANTED = {  # by pydantic's names for what is wrong
    "string_type": "it must be a text",
    "bool_type": "it must be true or false",
    "int_type": "it must be a whole number",
    "list_type": "it must be a list",
    "dict_type": "it must be an object",
    "model_type": "it must be an object",
    "string_too_short": "it must not be empty",
    "string_unicode": "it holds a lone surrogate, which no text can; write the character itself",
    "invalid-json-value": "it must be a text, a number, true, false, a list or an object",
}
_PATTERNS = {
    "^[0-9a-f]{64}$": "it must be a sha256: 64 hexadecimal digits in lower case",
    "^[A-Za-z0-9][A-Za-z0-9._-]*$": "it must begin with an ASCII letter or digit and go on with "
    "those, '_', '-' and '.'",
}
_SHOULD = re.compile("^[A-Z][a-z]+ should")
_UNNAMED = dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), "stdout")  # files have names


def guess(name: str, known: Sequence[str], lead: str) -> str:
    """List what there is, after the one that may be meant.

    >>> guess("smollm2", ("qwen3", "smollm2-135m"), "the assets are")
    'did you mean smollm2-135m? The assets are qwen3, smollm2-135m'
    >>> guess("llama", ("qwen3",), "there are:")
    'there are: qwen3'
    """
    near = get_close_matches(name, known, 1)
    listed = f"{lead} {', '.join(known)}"
    return f"did you mean {near[0]}? {listed[:1].upper()}{listed[1:]}" if near else listed


def os_complaint(error: OSError) -> str:
    """Say which file or folder the system refuses, why, and what to do.

    >>> os_complaint(FileNotFoundError(errno.ENOENT, "No such file or directory", "a.json"))
    'a.json: there is no such file or folder; check its name and its folder'
    """
    thing = _name(error.filename) or _UNNAMED.get(error.errno or 0, "input or output")
    return f"{thing}: {os_cause(error)}"


def complaint(error: Exception) -> str:
    """Say what an error says; of a refusal by the system, also of a GGUF file, as above."""
    refused = error.__cause__ if isinstance(error, GgufError) else error
    return os_complaint(refused) if isinstance(refused, OSError) else str(error)


def os_cause(error: OSError) -> str:
    """Say why the system refuses and what to do, for a message that names the thing itself."""
    if error.errno not in _CAUSES:
        return f"{error.strerror or error}; check the file and its disk"
    return "; ".join(_CAUSES[error.errno])


def utf8_complaint(error: UnicodeDecodeError) -> str:
    """Say where bytes stop being UTF-8, and what to do.

    >>> try:
    ...     "é".encode("latin-1").decode("utf-8")
    ... except UnicodeDecodeError as error:
    ...     utf8_complaint(error)
    'not UTF-8 at byte 0: unexpected end of data; convert it to UTF-8'
    """
    return f"not UTF-8 at byte {error.start}: {error.reason}; convert it to UTF-8"


def first_problem(error: ValidationError) -> str:
    """Say which key of a table is wrong first, and what it must be: `size: it must be text`."""
    problem = error.errors()[0]
    key = ".".join(map(str, problem["loc"]))
    if problem["type"] == "missing":
        return f"the key {key!r} is missing"
    if problem["type"] == "extra_forbidden":
        return f"the key {key!r} is unknown; remove it"
    return f"{key}: {said_of(problem)}" if key else said_of(problem)


def said_of(problem: ErrorDetails) -> str:
    """Say what a value must be, in our own words."""
    pattern = problem.get("ctx", {}).get("pattern", "")
    said = _WANTED.get(problem["type"]) or _PATTERNS.get(pattern)
    return said or _SHOULD.sub("it must", problem["msg"])


def _name(filename: str | bytes | int | None) -> str:
    return "" if filename is None or isinstance(filename, int) else str(filename) or "''"
