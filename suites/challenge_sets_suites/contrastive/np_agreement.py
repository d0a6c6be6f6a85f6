"""Gender of a definite article: `der Mann` becomes `das Mann`."""

from collections.abc import Iterator, Mapping

from challenge_sets_suites.contrastive import Candidate, ErrorMaker, Resources, TargetText
from challenge_sets_suites.contrastive._german import TWO_GENDERS, adjectival, genders, may_be_plural, noun_phrase
from challenge_sets_suites.contrastive._texts import PlacedWord

WRONG: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "Masc": {"der": ("das", "die"), "den": ("das", "die"), "dem": ("der",), "des": ("der",)},
    "Fem": {"die": ("das", "den"), "der": ("dem", "das")},
    "Neut": {"das": ("der", "die"), "dem": ("der",), "des": ("der",)},
}
"""Of a singular noun of a gender, for each of its articles those of another gender that no case of it has.

After a preposition `der` cannot be nominative, so that `mit der Mann` is wrong as well.
"""
GENDER_OF = {"der": {"Masc", "Fem"}, "die": {"Fem"}, "das": {"Neut"}, "den": {"Masc"}}
ALONE = {"das": {"Neut"}, "dem": {"Masc"}, "des": {"Masc"}}
"""The gender that an article shows by itself. `dem` and `des` may be neuter too, which has the same errors."""
DATIVE = {"aus", "bei", "mit", "nach", "seit", "von", "zu", "in", "an", "auf", "unter", "vor", "neben", "zwischen"}
ACCUSATIVE = {"für", "durch", "gegen", "ohne", "um"}
"""Prepositions behind which `der` is a dative, of a feminine noun, and `den` an accusative, of a masculine one."""
NOT_PLURAL = ("das", "dem", "des")
"""Articles that no plural has."""


class NounPhraseAgreement(ErrorMaker):
    """Changes a singular noun's definite article to one of another gender.

    The noun has one gender, as far as corpora or its own article show. No case of it, nor its plural, has the article
    that it gets.
    """

    category = "agreement"

    def make(self, text: TargetText, resources: Resources) -> Iterator[Candidate]:
        for article in text.words:
            if article.lower not in ("der", "die", "das", "den", "dem", "des") or article.upos != "DET":
                continue
            noun = noun_phrase(text, article) if article.whole and article.deprel == "det" else None
            if noun is None or text.hyphenated(article):
                continue
            if wrong := _wrong(text, article, noun, resources):
                contrastive = tuple(text.replaced(article, other) for other in wrong)
                yield Candidate(contrastive, (noun.form,), text.distance(article, noun))


def _wrong(text: TargetText, article: PlacedWord, noun: PlacedWord, resources: Resources) -> list[str]:
    """List the articles that are certainly wrong there; none if it is not sure what the noun is."""
    form = noun.form
    doubtful = (
        not form[:1].isupper() or form.isupper() or not form.isalpha() or text.text[noun.end : noun.end + 1] == "-"
    )
    if doubtful or TWO_GENDERS.search(form) or adjectival(form, resources):
        return []
    before = text.previous(article)
    after_preposition = before is not None and before.upos == "ADP" and before.head == noun.number
    noun_genders = genders(form, resources) or _shown(
        article.lower, before.lower if before and after_preposition else ""
    )
    if article.lower in GENDER_OF and len(noun_genders) == 1:
        noun_genders = noun_genders & GENDER_OF[article.lower]
    if len(noun_genders) != 1 or noun.number_feature == "Plur":
        return []
    gender = next(iter(noun_genders))
    plural = may_be_plural(form, resources)
    if plural and article.lower not in NOT_PLURAL and article.lower != "der":
        return []
    if article.lower == "der" and gender == "Masc" and noun.lemma.lower() != form.lower():
        # `einige der Vögel`: a genitive of the plural, not a nominative.
        return []
    wrong = []
    for other in WRONG[gender].get(article.lower, ()):
        nominative = gender == "Masc" and other == "der" and article.lower == "dem"
        if nominative and not after_preposition:
            continue
        if plural and other not in NOT_PLURAL:
            continue
        wrong.append(other)
    return wrong


def _shown(article: str, preposition: str) -> set[str]:
    """Return the gender that an article shows by itself or after a preposition; an empty set if it may have several."""
    if article == "der" and preposition in DATIVE:
        return {"Fem"}
    if article == "den" and preposition in ACCUSATIVE:
        return {"Masc"}
    return ALONE.get(article, set())
