"""The golden commands write plain words as they are, and nothing where there is nothing."""

from __future__ import annotations

import pytest

from engine.cli.main import main
from engine.golden.diff import text_diff
from engine.golden.report import change_lines

FRESH = "qwen3__fake__tags_multi"


@pytest.mark.parametrize(
    ("expected", "live", "said"),
    [
        ("late sometimes.", "late often.", '"sometimes" -> "often"'),
        ("grade A.", "grade B.", '"A" -> "B"'),
        ("a b", "a\u00a0b", "U+0020 SPACE -> U+00A0 NO-BREAK SPACE"),
        ("a-b", "a\u2013b", "U+002D HYPHEN-MINUS -> U+2013 EN DASH"),
        ("class O", "class 0", "U+004F LATIN CAPITAL LETTER O -> U+0030 DIGIT ZERO"),
        ("to a.", "to \u0430.", "U+0061 LATIN SMALL LETTER A -> U+0430 CYRILLIC SMALL LETTER A"),
        ("a\n", "a", "U+000A LINE FEED -> nothing"),
    ],
)
def test_plain_words_are_quoted_and_what_is_hard_to_see_is_named(expected, live, said):
    (line,) = [one for one in change_lines(text_diff(expected, live)) if " -> " in one]
    assert line.endswith(f": {said}")


def test_a_fresh_vector_has_no_patch_and_says_so(folder, capfd, quick_cli):
    assert main(["golden", "export", FRESH, "--dir", str(folder)]) == 0
    out, err = capfd.readouterr()
    assert out == ""
    assert err == f"loupe golden: {FRESH}: it is fresh, so there is no difference to write\n"


@pytest.mark.parametrize("option", ["--json", "--junit"])
def test_a_report_is_not_written_into_a_file_named_by_a_dash(
    option, folder, tmp_path, capfd, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    assert main(["golden", "check", str(folder), option, "-"]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert "'-' cannot be the report, stdout holds the verdicts; name a file" in err
    assert not (tmp_path / "-").exists()
