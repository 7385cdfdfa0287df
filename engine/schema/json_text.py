"""Write a text as the JSON string that the prompt, the scored rows and files carry."""

from __future__ import annotations

import json
import re

_SURROGATE = re.compile("[\ud800-\udfff]")


def json_text(text: str) -> str:
    r"""Quote a text as JSON, non-ASCII verbatim (specification section 2.3).

    >>> json_text('say "hi"')
    '"say \\"hi\\""'
    """
    return json.dumps(text, ensure_ascii=False)


def with_escaped_surrogates(text: str) -> str:
    r"""Write the lone surrogates in a JSON text as escapes, which UTF-8 can carry.

    >>> print(with_escaped_surrogates('["\ud800"]'))
    ["\ud800"]
    """
    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
