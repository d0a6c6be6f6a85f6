"""Whether the licence of a corpus, or of a suite, lets what is made from it be published."""

from typing import Literal

from extractors.config.publish_settings import PublishSettings
from extractors.core.errors import InputError

IDS_ONLY = "`ids_only: true` (--ids-only) publishes the sets without any text"
NEEDED = {
    "licence": "the hub's identifier of the {kind}'s licence, such as cc-by-4.0",
    "attribution": "whom to name as its authors, in the words that they ask for",
}
FORBIDDEN = {
    "corpus": (
        "forbids to pass on what is made from it, as its sets are",
        f"{IDS_ONLY}; those who have the corpus rebuild them with `challenge-sets dataset rebuild`",
    ),
    "suite": (
        "forbids to pass it on in another form",
        "ask its authors, or tell others where to get it: `challenge-sets suite judge --format` reads it as it is",
    ),
}
"""What a licence says that forbids derivatives, and what to do."""
UNCLEAR = frozenset({"cc", "deepfloyd-if-license", "gemma", "llama2", "openrail", "other", "unknown"})
"""The hub's identifiers of families of licences of which some forbid derivatives."""


def check_licence(settings: PublishSettings, name: str, *, kind: Literal["corpus", "suite"] = "corpus") -> None:
    """Refuse to publish a corpus or suite without a licence and attribution, or whose licence does not allow it.

    With ids only, no part of a corpus is passed on, so any licence will do; it must be given all the same,
    since the card says under which one the texts are.

    Args:
        name: of the corpus or suite, for messages.
    """
    for key, what in NEEDED.items():
        if not (getattr(settings, key) or "").strip():
            place = f" (or write `publish: {{{key}: ...}}` under corpora.{name} or at the top of the config)"
            raise InputError(
                f"the {kind} {name} has no {key}, and nothing is published without",
                remedy=f"give --{key}{place if kind == 'corpus' else ''}: {what.format(kind=kind)}",
            )
    licence = str(settings.licence)
    if licence == "other" and not settings.licence_name:
        raise InputError(
            f"the licence of the {kind} {name} is `other`, and has no name",
            remedy="give --licence-name (`licence_name:`), and --licence-url where it can be read",
        )
    if settings.ids_only and kind == "corpus":
        return
    if "nd" in licence.split("-"):
        problem, remedy = FORBIDDEN[kind]
        raise InputError(f"the licence {licence} of the {kind} {name} {problem}", remedy=remedy)
    if licence in UNCLEAR and settings.derivatives != "allowed":
        raise InputError(
            f"the licence {licence!r} of the {kind} {name} does not say whether what is made from it may be passed on",
            remedy="read it: if it allows that, give --derivatives-allowed (`derivatives: allowed`)"
            + (f"; if not, {IDS_ONLY}" if kind == "corpus" else ""),
        )
