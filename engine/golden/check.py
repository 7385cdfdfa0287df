"""Committed vectors compared with what the engine renders now; nothing is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from engine.complaint import os_complaint, utf8_complaint
from engine.errors import DocumentError, StageFailed
from engine.golden.cases import FILE as CASES_FILE
from engine.golden.cases import Case, read_cases
from engine.golden.compare import key_differences
from engine.golden.difference import Difference, first_difference, with_live_nonce
from engine.golden.golden_file import file_bytes
from engine.golden.invisible import only_invisible
from engine.golden.live import Complete, Live, render_live
from engine.golden.request import Request, request_of
from engine.profiles import Profile
from engine.prompt.render import RenderedPrompt
from engine.vector import RevisionOf, Vector, parse_vector, profile_of

UNKNOWN_REVISION = "unknown"


class State(StrEnum):
    """Name what a vector can be; only FRESH is good."""

    FRESH = "fresh"
    STALE = "stale"
    MISSING = "missing"
    ORPHAN = "orphan"
    UNREADABLE = "unreadable"
    NOT_EVALUATED = "not evaluated"


@dataclass(frozen=True, slots=True)
class Verdict:
    """One vector's state, with one sentence that says why it is not fresh.

    `only_invisible`: the text differs in nothing that people see but the nonce. `same_text`:
    something else than the text differs. `is_upstream`: its values are upstream's own. `cure`: what
    to do where the state alone does not tell. `unrecorded`: keys that upstream's files do not have.
    """

    name: str
    state: State
    sentence: str = ""
    difference: Difference | None = None
    profile: str = ""
    case: str = ""
    only_invisible: bool = False
    is_upstream: bool = False
    same_text: bool = False
    cure: str = ""
    unrecorded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judged:
    """A verdict with what it was made from; `data` is the file's bytes, None when missing."""

    verdict: Verdict
    path: Path
    data: bytes | None = None
    expected: Vector | None = None
    request: Request | None = None
    live: Live | None = None


@dataclass(frozen=True, slots=True)
class Expectations:
    """What `cases.toml` asks for: requests by vector name; None when there is no such file."""

    requests: dict[str, Request]
    listed: bool


class Checker:
    """Compare vectors with the engine that renders documents, on the thread that calls it."""

    def __init__(
        self,
        profiles: tuple[Profile, ...],
        revision_of: RevisionOf,
        lack_of: Callable[[Profile], str],
        complete: Complete,
    ) -> None:
        """Take the profiles, each one's tokenizer revision and what it lacks, and the engine."""
        self.profiles = profiles
        self.complete = complete
        self._revisions = {profile: revision_of(profile) for profile in profiles}
        self._lacks = {profile: lack_of(profile) for profile in profiles}

    def check(
        self, folder: Path, *, profile: str | None = None, case: str | None = None
    ) -> Iterator[Judged]:
        """Judge each vector that the folder holds or its cases ask for, by name, one at a time.

        `profile` (a profile's name) and `case` leave only those. DocumentError when the folder's
        `cases.toml` cannot be read.
        """
        expectations = self.expectations(folder)
        for name in self.names(folder, expectations):
            its_profile, its_case = self.profile_and_case(name, expectations)
            if profile in {None, its_profile} and case in {None, its_case}:
                yield self.judge(folder / f"{name}.json", expectations)

    def revision(self, profile: Profile) -> str | None:
        """Give the revision of a profile's tokenizer; None when it is not known here."""
        return self._revisions[profile]

    def expectations(self, folder: Path) -> Expectations:
        """Cross the folder's cases with the profiles; DocumentError names a bad case."""
        cases = read_cases(folder)
        requests = (
            self._request(case, profile)
            for case in cases or ()
            for profile in self._profiles_of(case)
        )
        by_name = {request.name: request for request in requests}
        return Expectations(by_name, listed=cases is not None)

    def names(self, folder: Path, expectations: Expectations) -> tuple[str, ...]:
        """List the vectors that are there or asked for, sorted."""
        there = {path.stem for path in folder.glob("*.json")}
        found = {_profile_and_case(name) for name in there}
        asked = {
            name
            for name, request in expectations.requests.items()
            if request.revision != UNKNOWN_REVISION or _profile_and_case(name) not in found
        }
        return tuple(sorted(there | asked))

    def profile_and_case(self, name: str, expectations: Expectations) -> tuple[str, str]:
        """Tell a vector's profile and case from its name; of an unknown one its golden name."""
        golden, case = _profile_and_case(name)
        if name in expectations.requests:
            return expectations.requests[name].profile.name, case
        revision = name.split("__")[1:2]
        fits = (
            one.name
            for one in self.profiles
            if one.golden_name == golden and [self._revisions[one]] == revision
        )
        return next(fits, golden), case

    def judge(self, path: Path, expectations: Expectations) -> Judged:
        """Judge one vector's file against what is rendered now."""
        try:
            data = file_bytes(path)
        except OSError as error:
            return Judged(_unreadable(path, os_complaint(error), expectations), path)
        return self.judge_data(path, data, expectations)

    def judge_data(self, path: Path, data: bytes | None, expectations: Expectations) -> Judged:
        """Judge a vector's bytes as if its file held them; None as if there were no file."""
        if data is None:
            return self._missing(path, expectations.requests.get(path.stem))
        try:
            vector = parse_vector(data.decode("utf-8"))
        except (UnicodeDecodeError, DocumentError) as error:
            said = utf8_complaint(error) if isinstance(error, UnicodeDecodeError) else str(error)
            return Judged(_unreadable(path, f"{path.name}: {said}", expectations), path, data)
        found = self._judge(path.stem, vector, expectations)
        verdict = replace(
            found.verdict,
            profile=vector.profile,
            case=vector.case,
            is_upstream=vector.is_upstream,
            unrecorded=vector.unrecorded,
        )
        return Judged(verdict, path, data, vector, found.request, found.live)

    def _judge(self, name: str, vector: Vector, expectations: Expectations) -> _Found:
        if name != vector.name:
            cure = f"rename it to {vector.name}.json, or delete it"
            sentence = f"the file says it is {vector.name}"
            return _Found(Verdict(name, State.ORPHAN, sentence, cure=cure))
        profile = profile_of(vector, self.profiles, self._revisions.__getitem__)
        if profile is None:
            return _Found(self._unresolved(vector))
        request = expectations.requests.get(vector.name)
        if request is None and expectations.listed:
            sentence = f"{CASES_FILE} does not ask for case {vector.case} under {profile.name}"
            return _Found(Verdict(name, State.ORPHAN, sentence))
        if self._lacks[profile]:
            return _Found(Verdict(name, State.NOT_EVALUATED, self._lacks[profile]))
        request = request or request_of(vector, profile)
        try:
            live = render_live(request, self.complete)
        except StageFailed as error:
            verdict = Verdict(name, State.STALE, f"it no longer renders: {error}")
            return _Found(verdict, request)
        return _Found(_compared(vector, live), live.request, live)

    def _unresolved(self, vector: Vector) -> Verdict:
        named = [one for one in self.profiles if one.golden_name == vector.profile]
        unknown = [profile for profile in named if self._revisions[profile] is None]
        if unknown:
            return Verdict(vector.name, State.NOT_EVALUATED, self._lacks[unknown[0]])
        known = " and ".join(str(self._revisions[profile]) for profile in named)
        sentence = (
            f"profile {vector.profile} has the tokenizer revision {known}, not {vector.revision}"
            if named
            else f"there is no profile {vector.profile}"
        )
        return Verdict(vector.name, State.ORPHAN, sentence)

    def _missing(self, path: Path, request: Request | None) -> Judged:
        sentence = f"{CASES_FILE} asks for it, and there is no such file"
        profile = request.profile.golden_name if request else _profile(path)
        case = request.case if request else _profile_and_case(path.stem)[1]
        state = State.MISSING
        if request is None:
            sentence = f"there is no file {path.name}"
        elif request.revision == UNKNOWN_REVISION:
            state, sentence = State.NOT_EVALUATED, self._lacks[request.profile]
        verdict = Verdict(path.stem, state, sentence, profile=profile, case=case)
        return Judged(verdict, path, request=request)

    def _profiles_of(self, case: Case) -> Iterator[Profile]:
        known = {profile.name for profile in self.profiles}
        unknown = next((name for name in case.profiles if name not in known), None)
        if unknown is not None:
            raise DocumentError(
                f"{CASES_FILE}: case {case.name}: there is no profile {unknown}; "
                f"there are {', '.join(sorted(known))}"
            )
        return (profile for profile in self.profiles if case.is_for(profile))

    def _request(self, case: Case, profile: Profile) -> Request:
        revision = self._revisions[profile] or UNKNOWN_REVISION
        return Request(case.name, profile, revision, case.schema, case.context, case.scoring)


@dataclass(frozen=True, slots=True)
class _Found:
    """A verdict that lacks only what the vector says of itself, and what it was made from."""

    verdict: Verdict
    request: Request | None = None
    live: Live | None = None


def _looks_the_same(expected: str, prompt: RenderedPrompt) -> bool:
    """Compare what can be seen, without the nonce: it follows the context, and only tells of it."""
    return only_invisible(with_live_nonce(expected, prompt), prompt.text)


def _compared(vector: Vector, live: Live) -> Verdict:
    text, tokenization = vector.rendered_text, live.tokens.tokenization
    difference = first_difference(text, live.prompt, tokenization)
    if difference is not None:
        unseen = _looks_the_same(text, live.prompt)
        return Verdict(vector.name, State.STALE, str(difference), difference, only_invisible=unseen)
    keys = key_differences(vector, live.vector)
    if keys:
        sentence = f"The text is the same, but {keys[0]}."
        return Verdict(vector.name, State.STALE, sentence, same_text=True)
    return Verdict(vector.name, State.FRESH)


def _unreadable(path: Path, sentence: str, expectations: Expectations) -> Verdict:
    is_asked = path.stem in expectations.requests
    cure = "repair the file, or delete it" + " and accept the missing vector" * is_asked
    return Verdict(path.stem, State.UNREADABLE, sentence, profile=_profile(path), cure=cure)


def _profile(path: Path) -> str:
    return _profile_and_case(path.stem)[0]


def _profile_and_case(name: str) -> tuple[str, str]:
    profile, _, rest = name.partition("__")
    return profile, rest.partition("__")[2]
