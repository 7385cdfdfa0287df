"""What is to be done about a context that is no UTF-8."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.document import Context
from tests.findings.workbench import only


@pytest.mark.parametrize(
    ("data", "cure"),
    [
        (b"caf\xe9", "Convert the text to UTF-8, or remove or replace those bytes."),
        (b"a\xed\xa0\xbdk\xffl\x81", "Remove or replace those bytes."),
    ],
    ids=["latin-1", "no known encoding"],
)
def test_conversion_is_no_cure_where_no_encoding_is_known(bench, data, cure):
    document = replace(bench.look("smollm2").document, contexts=(Context("c", data),))
    assert only(bench.engine.complete(document), "context-not-utf8").cure == cure
