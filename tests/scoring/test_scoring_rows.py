"""Rows of the worked plans in specification section 3.5 (Qwen2.5)."""

from engine.plan.plan import CountPlan, MultiPlan, Plan, ScalarPlan
from engine.scoring.rows import Row, rows_of

RISK = ScalarPlan(
    "risk_tier",
    ("LOW", "MEDIUM", "HIGH"),
    (80943, 528, 1268, 788, 330),
    ((9441, 9207), (44, 50786, 9207), (90219, 9207)),
)
FLAG = ScalarPlan("flag", ("true", "false"), (9903, 788), ((830, 92), (895, 92)))
TAGS = MultiPlan(
    "tags",
    ("late_payment", "dispute"),
    ("00", "01"),
    ((14, 15, 15, 788, 330), (14, 15, 16, 788, 330)),
    (((56, 9207), (45, 9207)), ((56, 9207), (45, 9207))),
    CountPlan(
        ("0", "1", "2", "3", "4"),
        (2, 1830, 788, 330),
        ((15, 9207), (16, 9207), (17, 9207), (18, 9207), (19, 9207)),
    ),
)


def plan_of(*fields, lead_in=(4913,)):
    return Plan("labels", lead_in, fields, "{}", "0" * 64)


def test_scalar_fields_give_one_row_per_branch_in_schema_order():
    assert rows_of(plan_of(RISK, FLAG)) == (
        Row("risk_tier", (4913, 80943, 528, 1268, 788, 330), (44, 9441, 90219)),
        Row("flag", (4913, 9903, 788), (830, 895)),
    )


def test_field_order_is_the_plans_and_not_alphabetical():
    assert [row.key for row in rows_of(plan_of(RISK, FLAG))] == ["risk_tier", "flag"]
    assert [row.key for row in rows_of(plan_of(FLAG, RISK))] == ["flag", "risk_tier"]


def test_a_multi_field_gives_its_options_yes_before_no_and_then_its_count():
    assert rows_of(plan_of(TAGS, lead_in=(4913, 14082))) == (
        Row("tags/00", (4913, 14082, 14, 15, 15, 788, 330), (56, 45)),
        Row("tags/01", (4913, 14082, 14, 15, 16, 788, 330), (56, 45)),
        Row("tags#count", (4913, 14082, 2, 1830, 788, 330), (15, 16, 17, 18, 19)),
    )


def test_nested_branches_give_rows_in_preorder_that_end_at_the_branch():
    nested = ScalarPlan("f", ("a", "b", "c", "d"), (7,), ((9, 1), (2, 3, 5), (2, 3, 4, 6), (8, 1)))
    assert rows_of(plan_of(nested)) == (
        Row("f", (4913, 7), (2, 8, 9), ()),
        Row("f", (4913, 7, 2, 3), (4, 5), (2, 3)),
    )


def test_a_label_that_begins_another_is_told_apart_where_it_ends():
    low_and_lower = ScalarPlan("f", ("LOW", "LOWER"), (7,), ((10, 99), (10, 20, 99)))
    assert rows_of(plan_of(low_and_lower)) == (Row("f", (4913, 7, 10), (20, 99), (10,)),)


def test_a_field_with_one_choice_needs_no_row():
    assert rows_of(plan_of(ScalarPlan("f", ("only",), (7, 8, 9), ((),)))) == ()


def test_an_empty_plan_has_no_rows():
    assert rows_of(plan_of()) == ()


def test_two_rows_of_one_count_share_its_key():
    count = CountPlan(("0", "1", "2", "3", "4"), (2,), ((1, 5), (1, 6), (2, 5), (3, 5), (4, 5)))
    field = MultiPlan("t", ("a", "b"), ("00", "01"), ((3,), (4,)), (((5,), (6,)),) * 2, count)
    assert [(row.key, row.allowed, row.path) for row in rows_of(plan_of(field))] == [
        ("t/00", (5, 6), ()),
        ("t/01", (5, 6), ()),
        ("t#count", (1, 2, 3, 4), ()),
        ("t#count", (5, 6), (1,)),
    ]
