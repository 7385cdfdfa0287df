"""A document made into a golden vector and a case of its folder."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path

from engine.complaint import utf8_complaint
from engine.document import Document
from engine.errors import DocumentError
from engine.golden.cases import CASE_NAME, Case, case_text, parse_cases, read_cases
from engine.golden.cases import FILE as CASES_FILE
from engine.golden.check import Checker
from engine.golden.live import render_live
from engine.golden.request import Request
from engine.profiles import Profile
from engine.vector import dump_vector


@dataclass(frozen=True, slots=True)
class NewVector:
    """A vector's name and the files to write: its own, and `cases.toml` if there is one."""

    name: str
    files: tuple[tuple[Path, bytes], ...]


def new_vector(
    folder: Path, document: Document, case: str, checker: Checker, *, note: str, day: str
) -> NewVector:
    """Render the document as a new vector; nothing is written.

    DocumentError says why there can be none, StageFailed that the document does not render.
    """
    request = _request(document, case, checker)
    path = folder / f"{request.name}.json"
    if path.exists():
        raise DocumentError(f"{path.name} is there already: accept its difference instead")
    live = render_live(request, checker.complete).vector
    cases = _cases_file(folder, request, note)
    text = dump_vector(replace(live, note=note or None, accepted=day))
    return NewVector(request.name, ((path, text.encode()), *cases))


def _request(document: Document, case: str, checker: Checker) -> Request:
    if document.hardened:
        raise DocumentError("a vector holds what upstream sends: turn hardened tokenization off")
    if not CASE_NAME.fullmatch(case):
        raise DocumentError(f"{case!r} cannot name a case: use letters, digits, '_', '-' and '.'")
    profile = _profile(document, checker.profiles)
    revision = checker.revision(profile)
    if revision is None:
        raise DocumentError(f"the tokenizer of {profile.name} is not here: run `loupe fetch`")
    try:
        schema = json.loads(document.schema_text)
        context = document.context.data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise DocumentError(
            f"the document does not render: its context is {utf8_complaint(error)}"
        ) from error
    except (ValueError, RecursionError) as error:
        raise DocumentError(
            f"the document does not render: its schema is not JSON: {error}"
        ) from error
    if not isinstance(schema, dict):
        raise DocumentError("the document does not render: its schema is not an object")
    return Request(case, profile, revision, tuple(schema.items()), context, document.scoring)


def _profile(document: Document, profiles: tuple[Profile, ...]) -> Profile:
    """Find the profile among those that golden vectors can name."""
    for profile in profiles:
        if document.profile in {profile.name, profile}:
            return profile
    known = ", ".join(profile.name for profile in profiles)
    raise DocumentError(
        f"the profile {document.profile_name} is no built-in one, which a vector must name: "
        f"choose one of {known}"
    )


def _cases_file(folder: Path, request: Request, note: str) -> tuple[tuple[Path, bytes], ...]:
    """Append the case to the folder's list, unless it asks for the vector already."""
    cases = read_cases(folder)
    if cases is None:
        return ()
    same = next((case for case in cases if case.name == request.case), None)
    if same is None:
        return (_with_case(folder / CASES_FILE, _case(request, note)),)
    if replace(same, why="", profiles=()) != replace(_case(request, ""), profiles=()):
        raise DocumentError(f"{CASES_FILE} has a case {request.case} with another input")
    if not same.is_for(request.profile):
        raise DocumentError(
            f"{CASES_FILE} has the case {request.case}, not under {request.profile.name}: "
            f"add it to the case's profiles and accept the missing vector"
        )
    return ()


def _with_case(path: Path, case: Case) -> tuple[Path, bytes]:
    """Append a case; DocumentError where TOML lets no table follow what stands in the file."""
    text = path.read_bytes().decode() + case_text(case)
    try:
        parse_cases(text)
    except DocumentError as error:
        raise DocumentError(
            f"{path.name} lists its cases as `case = [...]`, and no case can be added to that; "
            "write each as a [[case]] table of its own, then try again"
        ) from error
    return path, text.encode()


def _case(request: Request, note: str) -> Case:
    profiles = (request.profile.name,)
    return Case(request.case, note, request.schema, request.context, request.scoring, profiles)
