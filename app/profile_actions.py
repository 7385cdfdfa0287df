"""Edit the document's profile live, say what that does, save it, fetch what it lacks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Slot

from app.actions import Actions
from app.bridge.asset_fetch import AssetFetch
from app.edits import TextEdit
from app.page import PageTools
from app.profile_folder import ProfileFolder
from app.profile_watch import ProfileWatch
from app.prompt_page import PromptPage
from app.views.replace_profile_box import ReplaceProfileBox
from engine.assets.catalog import load_catalog
from engine.assets.store import AssetStore, asset_root
from engine.complaint import complaint
from engine.document import Document
from engine.errors import DocumentError, LoupeError
from engine.profile_files import save_profile
from engine.profiles import Profile
from engine.runner import EngineLike, Job, Ticket
from engine.snapshot import Ready, Snapshot, value_of
from engine.tokenizers import code_points

MISSING = "tokenizer-missing"
FIELD_OF = {  # the editor's field at which a finding stands
    MISSING: "tokenizer",
    "tokenizer-unreadable": "tokenizer",
    "no-chat-template": "template",
    "template-error": "template",
}


class ProfileActions(QObject):
    """Tie the profile's editor and notes to the session; every change can be undone."""

    def __init__(self, table: Actions, tools: PageTools, page: PromptPage) -> None:
        """Wire everything and show the document's profile."""
        super().__init__(page)
        self._table, self._tools, self._page = table, tools, page
        self._editor, self._notes = page.profile_editor, page.author.profile_notes
        self.store = AssetStore(asset_root(), load_catalog())
        self._folder = ProfileFolder(tools.library, self)
        self._built_in = tuple(one.name for one in tools.library.built_in)
        self._last_built_in: str | None = None
        self._origin: str | None = None  # the profile by name that the document's own came from
        self._failure = ""
        self.fetch = AssetFetch(self)
        self._templates = tools.bridge.side_work(self)
        self._own_templates = tools.bridge.side_work(self)
        self._own_of: tuple[str, str] | None = None  # the tokenizer whose template is shown
        self._watch = ProfileWatch()
        assets = self.store.catalog.assets
        models = [one.name for one in assets if any(".gguf" in file.name for file in one.files)]
        names = (*(one.name for one in assets), code_points.NAME)
        self._editor.set_assets(names, tuple(models))
        self._editor.set_taken(self._built_in)
        self._wire()
        self._show_document(tools.session.document)

    @property
    def profile(self) -> Profile | None:
        """Give the document's profile; None when no profile has its name."""
        chosen = self._tools.session.document.profile
        if isinstance(chosen, Profile):
            return chosen
        return next((one for one in self._tools.profiles if one.name == chosen), None)

    @Slot()
    def duplicate(self) -> None:
        """Give the document a copy of its profile to edit, and show the editor.

        A profile of the user's own keeps its name: saving the copy replaces it.
        """
        profile = self.profile
        if profile is None:
            return
        if profile.name not in self._built_in and self._tools.session.document.profile != profile:
            self._step(profile, self.tr("edit profile {0}").format(profile.name))
            self._page.show_profile_editor()
            return
        taken = {one.name for one in self._tools.profiles} | {profile.name}
        name, number = f"{profile.name}-copy", 2
        while name in taken:
            name, number = f"{profile.name}-copy-{number}", number + 1
        title = self.tr("{0}, copy").format(profile.title)
        copy = replace(profile, name=name, title=title, golden=None, revision=None)
        self._step(copy, self.tr("duplicate profile {0}").format(profile.name))
        self._page.show_profile_editor()

    @Slot()
    def save(self) -> None:
        """Save the document's own profile to the user's folder, after asking about another one."""
        profile, library = self._tools.session.document.profile, self._tools.library
        if not isinstance(profile, Profile) or library.folder is None:
            return
        stored = library.find(profile.name)
        is_another = self._origin != profile.name and profile.name not in self._built_in
        if is_another and stored is not None and stored != profile:
            box = ReplaceProfileBox(stored, self._page)
            box.agreed.connect(partial(self._save, profile, library.folder))
            box.open()
        else:
            self._save(profile, library.folder)

    def _save(self, profile: Profile, folder: Path) -> None:
        try:
            path = save_profile(profile, folder, self._built_in)
        except (DocumentError, OSError) as error:
            self._failure = complaint(error)
            self._tools.say_failure(self._failure)
            return
        self._origin = profile.name
        self._tools.take_back(self._failure)
        self._folder.check()
        saved = self.tr("saved as {0}").format(path)
        self._notes.say(saved)
        self._editor.say(saved)

    @Slot()
    def _reread(self) -> None:
        """Offer the profiles as they are now, and render anew when the document names one."""
        document = self._tools.session.document
        self._page.set_profiles(self._tools.profiles)
        self._page.author.profile_box.set_choice(document.profile, document.scoring)
        self._show_document(document)
        if isinstance(document.profile, str) and document.profile not in self._built_in:
            self._tools.bridge.submit_now()

    @Slot()
    def back_to_built_in(self) -> None:
        """Choose the built-in profile used last, else the one with the same tokenizer."""
        profile, name = self.profile, self._last_built_in
        if name is None and profile is not None:
            alike = (one for one in self._tools.profiles if one.tokenizer == profile.tokenizer)
            name = next((one.name for one in alike if one.name in self._built_in), None)
        self._tools.session.choose_profile(name or self._built_in[0])

    @Slot()
    def fetch_missing(self) -> None:
        """Fetch the asset that the profile's tokenizer is."""
        profile = self.profile
        if profile is not None:
            self._notes.set_progress(self.tr("fetching {0}").format(profile.tokenizer), None)
            self.fetch.start(profile.tokenizer, self.store)

    @Slot()
    def cancel_fetch(self) -> None:
        """Give the fetch up and offer it again."""
        self.fetch.cancel()
        self._offer()

    @Slot(object)
    def _fetched(self, error: Exception | None) -> None:
        if error is None:
            self._notes.offer(None)
            self._tools.bridge.submit_now()
            return
        self._offer()
        if isinstance(error, LoupeError | OSError):
            self._tools.say_failure(complaint(error))
        else:
            self._tools.bridge.failed.emit(error)

    @Slot(object, str, object)
    def _edited(self, profile: Profile, key: str, edit: TextEdit | None) -> None:
        titles = {
            "name": self.tr("rename profile"),
            "title": self.tr("edit profile title"),
            "tokenizer": self.tr("change tokenizer to {0}").format(profile.tokenizer),
            "template": self.tr("edit template"),
            "kwargs": self.tr("edit template arguments"),
            "system": self.tr("change system role to {0}").format(profile.system),
            "model": self.tr("change model to {0}").format(profile.model or self.tr("none")),
        }
        self._step(profile, titles[key], edit)

    def _step(self, profile: Profile, title: str, edit: TextEdit | None = None) -> None:
        session = self._tools.session
        session.step(replace(session.document, profile=profile), title, edit)

    @Slot()
    def _ask_template(self) -> None:
        self._templates.start(template_job(self._editor.profile))

    @Slot(object)
    def _show_document(self, document: Document) -> None:
        self._watch.follow(document)
        profile, own = self.profile, isinstance(document.profile, Profile)
        if document.profile in self._built_in:
            self._last_built_in = document.profile_name
        if profile is not None:
            self._editor.set_profile(profile, editable=own)
            named = self._tools.library.find(profile.name)
            self._editor.set_stored(None if profile.name in self._built_in else named)
        self._editor.set_hardened(document.hardened)
        if isinstance(document.profile, str):
            self._origin = document.profile
        self._table["profile_save"].setEnabled(own and self._editor.savable)

    @Slot(object)
    def _forget_origin(self, _path: Path | None) -> None:
        """Take the profile of another file for one that came from nowhere."""
        self._origin = None

    @Slot(object)
    def _show_snapshot(self, snapshot: Snapshot) -> None:
        if snapshot.document is not self._tools.session.document:
            return
        said = self._watch.take(snapshot)
        if said is not None:
            self._notes.say(said)
            self._editor.say(said)
        self._read_own_template(snapshot)
        found = reversed(snapshot.findings)  # so that the first one of a field stays
        refused = {FIELD_OF[one.id]: one.message for one in found if one.id in FIELD_OF}
        self._editor.set_refused(refused)
        if not self._notes.fetching:
            if any(finding.id == MISSING for finding in snapshot.findings):
                self._offer()
            else:
                self._notes.offer(None)

    def _read_own_template(self, snapshot: Snapshot) -> None:
        """Ask for the template of the tokenizer in use, once it is there, to show it."""
        profile, tokens = self.profile, value_of(snapshot.tokens)
        if profile is None or profile.template is not None or tokens is None:
            return
        own = (profile.tokenizer, tokens.tokenizer.sha256)
        if own != self._own_of:
            self._own_of = own
            self._own_templates.start(template_job(profile))

    @Slot(object)
    def _show_own_template(self, text: str) -> None:
        if self._own_of is not None:
            self._editor.show_own_template(self._own_of[0], text)

    def _offer(self) -> None:
        """Offer to fetch the tokenizer, when it is an asset, and say how much that is."""
        catalog, profile = self.store.catalog, self.profile
        files = [
            (file.size, state)
            for asset in catalog.assets
            if profile is not None and asset.name == profile.tokenizer
            for file in asset.files
            if (state := self.store.state(asset.name, file.name)) != "verified"
        ]
        if profile is None or not files:
            self._notes.offer(None)
        else:
            self._notes.offer(profile.tokenizer, sum(size for size, _ in files), files[0][1])

    def _wire(self) -> None:
        session, bridge = self._tools.session, self._tools.bridge
        self._table["profile_edit"].triggered.connect(self._page.show_profile_editor)
        self._table["profile_duplicate"].triggered.connect(self.duplicate)
        self._table["profile_save"].triggered.connect(self.save)
        self._page.author.profile_box.edit_asked.connect(self._page.show_profile_editor)
        self._editor.profile_edited.connect(self._edited)
        self._editor.duplicate_asked.connect(self.duplicate)
        self._editor.save_asked.connect(self.save)
        self._editor.savable_changed.connect(self._table["profile_save"].setEnabled)
        self._editor.built_in_asked.connect(self.back_to_built_in)
        self._editor.own_template_asked.connect(self._ask_template)
        self._templates.stepped.connect(self._editor.set_own_template)
        self._own_templates.stepped.connect(self._show_own_template)
        self._notes.fetch_asked.connect(self.fetch_missing)
        self._notes.cancel_asked.connect(self.cancel_fetch)
        self.fetch.progressed.connect(self._notes.set_progress)
        self.fetch.ended.connect(self._fetched)
        self._folder.changed.connect(self._reread)
        self._folder.broken.connect(self._tools.say_failure)
        session.path_changed.connect(self._forget_origin)
        session.document_changed.connect(self._show_document)
        bridge.snapshot_changed.connect(self._show_snapshot)


def template_job(profile: Profile) -> Job:
    """Read the template that a profile's tokenizer brings; empty when it brings none."""

    def job(engine: EngineLike, ticket: Ticket) -> Iterator[object]:
        ticket.check()
        slot = engine.stages.chat_format(replace(profile, template=None)).slot
        template = slot.value.template if isinstance(slot, Ready) else None
        yield "" if template is None else template.text

    return job
