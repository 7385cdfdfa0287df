"""The fast codebook search gives exactly what the plain search of the specification gives."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.plan.code_pool import search_pool
from engine.plan.codebook import Codebooks, search_codebook
from tests.plan.library_tokenizers import NAMES, CodePointTokenizer
from tests.plan.plain_codebook import PlainSearch, plain_codebook

FACTS = json.loads((Path(__file__).parent.parent / "data" / "codebooks.json").read_text("utf-8"))


@pytest.mark.parametrize("name", NAMES)
def test_every_recorded_result_of_the_plain_search_is_found_again(plan_tokenizer, name):
    tokenizer, facts = plan_tokenizer(name), FACTS["tokenizers"][name]
    assert tokenizer.info.sha256 == facts["sha256"]
    assert {*range(1, 65), 100, 255} == {int(count) for count in facts["codebooks"]}
    found, expected = {}, {}
    for count, fact in facts["codebooks"].items():
        book = search_codebook(FACTS["field"], int(count), tokenizer.encode)
        found[count] = None if book is None else (book.codes, book.single_branch)
        expected[count] = (tuple(fact["codes"].split()), fact["single_branch"])
    assert found == expected


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("count", [2, 9, 16, 17, 26, 27, 36, 37])
def test_the_plain_search_run_now_finds_the_same_codes(plan_tokenizer, name, count):
    encode = plan_tokenizer(name).encode
    book = search_codebook('Größe "x"', count, encode)
    assert book is not None
    assert (list(book.codes), book.single_branch) == plain_codebook('Größe "x"', count, encode)


@pytest.mark.parametrize(
    ("count", "codes"),
    [
        (1, ["A"]),
        (3, ["A", "B", "C"]),
        (28, [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ01"]),
    ],
)
@pytest.mark.parametrize("name", NAMES)
def test_small_codebooks_are_letters_then_digits(plan_tokenizer, name, count, codes):
    assert list(search_codebook("flag", count, plan_tokenizer(name).encode).codes) == codes


@pytest.mark.parametrize("name", ["qwen2.5", "qwen3"])
def test_at_37_choices_qwen_skips_the_code_a9(plan_tokenizer, name):
    codes = search_codebook("risk_tier", 37, plan_tokenizer(name).encode).codes
    first = [f"A{second}" for second in "ABCDEFGHIJKLMNOPQRSTUVWXYZ012345678"]
    assert list(codes) == [*first, "BA", "BB"]


def test_a_code_that_is_a_prefix_of_all_others_is_given_up_for_them():
    rows = [(1,), (1, 2), (1, 3), (1, 4)]
    score, chosen = search_pool("ABCD", rows, 3)
    assert chosen == (1, 2, 3)
    assert score == (1, 0, 2, 0.0, 1)
    assert search_pool("ABCD", rows, 4) is None


def test_the_whole_search_finds_the_only_set_behind_a_prefix_code():
    own = {"B": (1, 2), "C": (1, 3), "D": (1, 4)}

    def encode(text):
        return own.get(json.loads(text)["f"], (1,))

    assert search_codebook("f", 3, encode).codes == ("B", "C", "D")
    assert search_codebook("f", 4, encode) is None


def test_letters_that_all_look_alike_give_way_to_digits():
    def encode(text):
        code = json.loads(text)["f"]
        return tuple(int(character) if character.isdigit() else 99 for character in code)

    assert search_codebook("f", 4, encode).codes == ("0", "1", "2", "3")


ROW = st.lists(st.integers(0, 2), max_size=5).map(tuple)


@settings(max_examples=200, deadline=None)
@given(rows=st.lists(ROW, min_size=1, max_size=11), data=st.data())
def test_any_small_pool_is_searched_as_plainly(rows, data):
    count = data.draw(st.integers(1, len(rows)))
    codes = [data.draw(st.sampled_from([f"{n:x}", f"{n:x}x"])) for n in range(len(rows))]
    plain = PlainSearch(codes, dict(zip(codes, rows, strict=True)), count).run()
    fast = search_pool(codes, rows, count)
    named = None if fast is None else (fast[0], [codes[index] for index in fast[1]])
    assert named == plain


@pytest.mark.parametrize(("size", "count"), [(18, 9), (24, 12), (24, 17), (30, 20), (60, 4)])
@pytest.mark.parametrize("seed", range(3))
def test_pools_that_exceed_the_visit_cap_stop_at_the_same_visit(size, count, seed):
    draw = random.Random(seed)
    rows = [tuple(draw.choices(range(4), k=draw.randint(3, 9))) for _ in range(size)]
    codes = [f"{number:02d}" for number in range(size)]
    search = PlainSearch(codes, dict(zip(codes, rows, strict=True)), count)
    plain = search.run()
    assert search.visited in (2_000, 20_000)
    fast = search_pool(codes, rows, count)
    assert (fast and (fast[0], [codes[index] for index in fast[1]])) == plain


def row(index, length):
    return (index, *[0] * (length - 1))


def test_up_to_16_codes_the_20000th_visit_is_the_last():
    size = 201
    visits = [()]
    for first in range(size):
        visits += [(first,), *((first, second) for second in range(first + 1, size))]
    (first, last), beyond = visits[19_999], visits[20_000]
    assert beyond == (first, last + 1)
    lengths = dict.fromkeys(range(size), 9) | {first: 5, last: 7, last + 1: 6}
    rows = [row(index, length) for index, length in lengths.items()]
    assert search_pool(["c"] * size, rows, 2)[1] == (first, last)


def test_beyond_16_codes_the_2000th_visit_is_the_last():
    # The root is visit 1, codes 0 to 15 are visits 2 to 17; as 17th code, index i is visit i + 2.
    lengths = [3] * 16 + [5] * (1998 - 16) + [4, 3]
    rows = [row(index, length) for index, length in enumerate(lengths)]
    assert search_pool(["c"] * len(rows), rows, 17)[1] == (*range(16), 1998)


@pytest.mark.parametrize("seed", range(3))
def test_random_tokenizers_get_the_plain_codebook(seed):
    draw = random.Random(seed)
    table = {}

    def encode(text):
        code = json.loads(text)["f"]
        if code not in table:
            table[code] = tuple(draw.choices(range(2 + seed % 3), k=draw.randint(1, 6)))
        return (7, *table[code], *([8] * (seed % 2)))

    for count in (1, 11):
        plain = plain_codebook("f", count, encode)
        book = search_codebook("f", count, encode)
        assert (book and (list(book.codes), book.single_branch)) == plain


class CountingTokenizer(CodePointTokenizer):
    def __init__(self):
        self.calls = 0

    def encode(self, text):
        self.calls += 1
        return super().encode(text)


def test_a_codebook_is_searched_once_per_tokenizer_name_and_count():
    books, tokenizer = Codebooks(), CountingTokenizer()
    first = books.get(tokenizer, "f", 3)
    calls = tokenizer.calls
    assert calls == 26
    assert books.get(tokenizer, "f", 3) is first
    assert tokenizer.calls == calls
    books.get(tokenizer, "g", 3)
    assert tokenizer.calls == 2 * calls
