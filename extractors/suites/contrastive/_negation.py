"""What the six kinds of changed polarity share."""

from __future__ import annotations

from extractors.suites.contrastive._resources import Resources
from extractors.suites.contrastive._texts import PlacedWord, TargetText

NEGATIVE = {
    "de": {"nicht", "nie", "niemals", "nichts", "niemand", "niemandem", "niemanden", "weder", "noch", "ohne", "kaum"}
    | {"nirgends", "keinerlei", "keineswegs", "nirgendwo", "bevor", "bis", "sondern"},
    "en": {
        "not",
        "n't",
        "n’t",
        "never",
        "nothing",
        "nobody",
        "neither",
        "nor",
        "no",
        "none",
        "without",
        "hardly",
        "cannot",
    }
    | {"barely", "unless", "until", "but", "only"},
}


NOT_NEGATIVE = {
    *(
        "unkosten",
        "ungarn",
        "unmenge",
        "unzahl",
        "unsumme",
        "untiefe",
        "unlängst",
        "ungefähr",
        "unwetter",
        "unfall",
        "untat",
    ),
    *("unheimlich", "unbedingt", "unfälle", "unfällen", "unfalls", "unsummen", "unmengen", "unart", "unarten"),
    *("unzeit", "unding", "unmensch", "unwesen", "unwohl", "ungemein", "unweit", "unstern", "unkraut", "unort"),
    *(
        "united",
        "union",
        "unit",
        "units",
        "uniform",
        "universal",
        "under",
        "until",
        "unlikely",
        "unveiled",
        "unjust",
        "unemployment",
    ),
}
"""Words in which `un` is no negation, or a second one, or that say nothing where the word without it stands."""


def has_negation(text: TargetText, word: PlacedWord, language: str) -> bool:
    """Whether the sentence of a word has a negation, so that one more may leave the meaning as it is."""
    negative = NEGATIVE[language]
    return any(
        other.lower in negative or (language == "de" and other.lower.startswith("kein"))
        for other in text.sentence_of(word)
    )


def neighbours(text: TargetText, word: PlacedWord) -> tuple[str, str]:
    """The words before and behind, in lower case; empty at an end of the sentence."""
    before, after = text.previous(word), text.next(word)
    return before.lower if before else "", after.lower if after else ""


def opposite_known(form: str, resources: Resources, upos: str) -> bool:
    """Whether a form of four letters or more is, in the corpora and the lexicon, mostly of a part of speech."""
    return len(form) >= 4 and resources.known(form, upos) and resources.mostly(form, upos)
