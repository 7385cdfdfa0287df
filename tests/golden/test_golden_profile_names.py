"""`golden check --profile` takes the names that the cases use."""

from __future__ import annotations

import pytest

from engine.cli.main import main


@pytest.mark.parametrize("with_cases", [True, False], ids=["cases", "no cases"])
@pytest.mark.parametrize("name", ["qwen3", "qwen3-fake"])
def test_a_profile_is_named_as_the_cases_name_it(name, with_cases, folder, comparer):
    if not with_cases:
        (folder / "cases.toml").unlink()
    found = [one.path.stem for one in comparer.checker.check(folder, profile=name)]
    every = [path.stem for path in folder.glob("qwen3__*.json")]
    wanted = {one for one in every if one.startswith("qwen3__fake__") == (name == "qwen3-fake")}
    assert set(found) == wanted
    assert wanted


def test_where_nothing_fits_the_profiles_are_named_as_the_cases_name_them(folder, capfd, quick_cli):
    assert main(["golden", "check", str(folder), "--profile", "qwen3-fak"]) == 2
    assert ", qwen3, qwen3-fake, smollm2 and the cases" in capfd.readouterr().err
