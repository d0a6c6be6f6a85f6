"""Know for which languages the shipped encoder's links are wrong too often for words to be judged by them."""

from extractors.core.languages import language_name

WRONG = {"ja": 0.43}
"""By language, the share of the shipped encoder's links to English or from it that gold links do not have, where it is
MOST_WRONG or more (docs/lab/models.md, also for the pairs below it)."""
MOST_WRONG = 0.25
SHIPPED = "simalign:", "/encoder:"
"""In the signature of its links."""


def why_no_words(signature: str, *languages: str) -> str | None:
    """Say why words linked by an aligner are no finding; None if nothing is known against them.

    Args:
        signature: of the links.
        languages: of source and target.
    """
    wrong = {language: share for language in languages if (share := WRONG.get(language, 0)) >= MOST_WRONG}
    if not wrong or not all(part in signature for part in SHIPPED):
        return None
    language, share = next(iter(wrong.items()))
    return f"{100 * share:.0f} of 100 links of {language_name(language)} are wrong"
