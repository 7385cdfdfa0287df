"""What a document's profile is: built in, the user's, or a copy that the document has alone."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from engine.profiles import Profile


def about_profile(profile: Profile, stored: Profile | None, *, editable: bool) -> str:
    """Say what a profile is; `stored` is the user's of the same name, `editable` a copy."""
    if not editable and stored is None:
        return _tr("This profile cannot be changed; a copy of it can.")
    if not editable:
        return _tr("This is one of your profiles; a copy of it can be edited and saved.")
    if stored is None:
        return _tr(
            "This document uses a copy of its own, which is not among your profiles. "
            "Save it to use it in others."
        )
    if stored == profile:
        return _tr(
            "This document uses a copy of its own, the same as {0} among your profiles. "
            "What you edit here stays in the copy until you save it."
        ).format(profile.name)
    return _tr(
        "This document uses a copy of its own, which differs from {0} among your profiles. "
        "Saving the copy replaces that one."
    ).format(profile.name)


def _tr(text: str) -> str:
    return QCoreApplication.translate("ProfileEditor", text)
