"""Whether the licence of a corpus lets its sets be published."""

from extractors.config.publish_settings import PublishSettings
from extractors.config.vocabulary import vocabulary
from extractors.core.errors import InputError

IDS_ONLY = "`ids_only: true` (--ids-only) publishes the sets without any text"


def check_licence(settings: PublishSettings, *, corpus: str) -> None:
    """Refuse to publish a corpus without a licence and attribution, or whose licence does not allow it.

    With ids only, no part of the corpus is passed on, so any licence will do; it must be given all the same,
    since the card says under which one the texts are.

    Args:
        corpus: its name, for messages.

    Raises:
        InputError: what is missing or forbidden, and the key to write.
    """
    for name, option, what in (
        ("licence", "--licence", "the hub's identifier of the corpus's licence, such as cc-by-4.0"),
        ("attribution", "--attribution", "whom to name as its authors, in the words that they ask for"),
    ):
        if not (getattr(settings, name) or "").strip():
            raise InputError(
                f"the corpus {corpus} has no {name}, and nothing is published without",
                remedy=f"write `publish: {{{name}: ...}}` under corpora.{corpus} or at the top of the config"
                f" (or give {option}): {what}",
            )
    licence = str(settings.licence)
    forbids = vocabulary()["licences"][licence].get("forbids")
    if licence == "other" and not settings.licence_name:
        raise InputError(
            f"the licence of the corpus {corpus} is `other`, and has no name",
            remedy="write `licence_name:` (--licence-name) too, and `licence_url:` where it can be read",
        )
    if settings.ids_only or forbids is None:
        return
    if forbids == "derivatives":
        raise InputError(
            f"the licence {licence} of the corpus {corpus} forbids to pass on what is made from it, as its sets are",
            remedy=f"{IDS_ONLY}; whoever has the corpus rebuilds them with `challenge-sets dataset rebuild`",
        )
    if settings.derivatives != "allowed":
        raise InputError(
            f"the licence {licence!r} of the corpus {corpus} does not say whether its sets may be passed on",
            remedy="read it: if it lets you pass on what you make from the corpus, write `derivatives: allowed`"
            f" (--derivatives-allowed); if not, {IDS_ONLY}",
        )


def check_licence_of_items(settings: PublishSettings, *, suite: str) -> None:
    """Refuse to publish the items of a suite without a licence and attribution, or whose licence does not allow it.

    Args:
        suite: its name, for messages.

    Raises:
        InputError: what is missing or forbidden, and the option to give.
    """
    for name, what in (
        ("licence", "the hub's identifier of the suite's licence, such as cc-by-4.0"),
        ("attribution", "whom to name as its authors, in the words that they ask for"),
    ):
        if not (getattr(settings, name) or "").strip():
            raise InputError(
                f"the suite {suite} has no {name}, and nothing is published without", remedy=f"give --{name}: {what}"
            )
    licence = str(settings.licence)
    forbids = vocabulary()["licences"][licence].get("forbids")
    if licence == "other" and not settings.licence_name:
        raise InputError(
            f"the licence of the suite {suite} is `other`, and has no name",
            remedy="give --licence-name too, and --licence-url where it can be read",
        )
    if forbids == "derivatives":
        raise InputError(
            f"the licence {licence} of the suite {suite} forbids to pass it on in another form",
            remedy="ask its authors, or tell others where to get it: `challenge-sets suite judge --format`"
            " reads it as it is",
        )
    if forbids is not None and settings.derivatives != "allowed":
        raise InputError(
            f"the licence {licence!r} of the suite {suite} does not say whether it may be passed on in another form",
            remedy="read it: if it allows that, give --derivatives-allowed",
        )
