"""Write a text as the JSON string that the prompt and the scored rows carry."""

from __future__ import annotations

import json


def json_text(text: str) -> str:
    r"""Quote a text as JSON, non-ASCII verbatim (specification section 2.3).

    >>> json_text('say "hi"')
    '"say \\"hi\\""'
    """
    return json.dumps(text, ensure_ascii=False)
