"""English: the indefinite article, and which nouns have it."""

from collections import Counter

from challenge_sets_suites.contrastive._resources import Resources
from challenge_sets_suites.contrastive._texts import PlacedWord, TargetText, like

SOUNDED_AS_CONSONANT = ("uni", "use", "usu", "euro", "one", "once", "ufo", "uti")
SILENT_H = ("hour", "honest", "honour", "honor", "heir")


def article(word: str) -> str:
    """Return `a` or `an`, whichever goes before a word in lower case."""
    if word.startswith(SILENT_H):
        return "an"
    return "an" if word[:1] in tuple("aeiou") and not word.startswith(SOUNDED_AS_CONSONANT) else "a"


def countable(noun: PlacedWord, resources: Resources) -> bool:
    """Return whether the corpora have a noun's form with `a` or `an`."""
    articles = resources.articles.get(noun.form, Counter())
    return bool(articles["a"] or articles["an"])


def with_article(text: TargetText, word: PlacedWord, form: str) -> str:
    """Replace a word by another form, and fit an `a` or `an` before it to the new form."""
    replaced = text.replaced(word, form)
    before = text.previous(word)
    if before is None or before.lower not in ("a", "an"):
        return replaced
    needed = like(before.form if len(before.form) > 1 else before.form.lower(), article(form.lower()))
    needed = needed.capitalize() if before.form[0].isupper() else needed
    return text.text[: before.start] + needed + replaced[before.end :]
