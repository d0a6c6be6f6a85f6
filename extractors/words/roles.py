"""Find negators, reflexives and particles: a phenomenon is about them, so they are never too frequent to be evidence.

In the source they are found by the features and relations of the parse (Polarity, PronType, Reflex, compound:prt) and,
for negators that parsers leave without features (`nie`, `without`), by the list below. The target side is a text
without a parse; there the lists decide. Of a language that has no list, the aligned words are taken as they are.
"""

import numpy as np
import numpy.typing as npt

from extractors.core.arrays import Int64
from extractors.extract.lost_negations import NEGATORS_BY_LANGUAGE
from extractors.formats.treebank import Treebank

NO_ROLE, NEGATOR, REFLEXIVE, PARTICLE = 0, 1, 2, 3
Roles = npt.NDArray[np.int8]

NEGATORS = frozenset(word for words in NEGATORS_BY_LANGUAGE.values() for word in words)
# fmt: off
REFLEXIVES = frozenset([
    "myself", "yourself", "himself", "herself", "itself", "oneself", "ourselves", "yourselves", "themselves",
    "sich", "mich", "dich", "uns", "euch", "mir", "dir",
])
PARTICLES = {
    "de": frozenset([
        "ab", "an", "auf", "aus", "bei", "dar", "durch", "ein", "empor", "entgegen", "fest", "fort", "frei", "her",
        "herab", "heran", "herauf", "heraus", "herbei", "herein", "herum", "herunter", "hervor", "hin", "hinab",
        "hinauf", "hinaus", "hinein", "hinüber", "hinunter", "hinzu", "hoch", "los", "mit", "nach", "nieder", "statt",
        "teil", "um", "voran", "voraus", "vorbei", "weg", "weiter", "wieder", "zu", "zurecht", "zurück", "zusammen",
        "unter", "vor",  # codespell:ignore unter,vor
    ]),
    "en": frozenset(["down", "off", "out", "up"]),
}
"""Of separated verbs, by target language; other languages have no list."""
ENGLISH_VERBS = frozenset([
    "back", "blow", "break", "bring", "build", "burn", "call", "calm", "catch", "check", "clean", "clear", "close",
    "cool", "cut", "die", "dig", "draw", "dream", "drop", "eat", "end", "fade", "figure", "fill", "find", "finish",
    "get", "give", "grow", "hang", "hold", "hurry", "keep", "kick", "knock", "lay", "leave", "lend", "let", "lie",
    "lift", "lock", "look", "make", "melt", "open", "pass", "pay", "pick", "point", "pour", "pull", "push", "put",
    "ring", "rip", "roll", "rule", "sell", "send", "set", "settle", "share", "show", "shut", "sit", "slip", "slow",
    "snap", "sort", "speak", "spread", "stand", "start", "stay", "stick", "sum", "swallow", "sweep", "switch",
    "take", "tear", "throw", "tie", "try", "tuck", "turn", "use", "wake", "warm", "wash", "wear", "wind", "wipe",
    "work", "wrap", "write",
])
# fmt: on
"""Verbs that stand with these particles; not those of motion, with which they are adverbs (`walked out of a house`)."""
NEGATIVE_FEATURES = ("Polarity=Neg", "PronType=Neg")
PARTICLE_RELATIONS = ("compound:prt", "compound:preverb")
OBJECTS = ("obj", "iobj", "obl", "expl")


def is_negator(form: str) -> bool:
    return form.casefold() in NEGATORS


def roles(treebank: Treebank) -> Roles:
    """Return (W,) NEGATOR, REFLEXIVE, PARTICLE or NO_ROLE for each word of the source."""
    word_roles = np.full(len(treebank), NO_ROLE, dtype=np.int8)
    negative = treebank.feats.of(lambda feats: any(part in NEGATIVE_FEATURES for part in feats.split("|")))
    word_roles[negative | treebank.form.of(is_negator)] = NEGATOR
    word_roles[_reflexives(treebank)] = REFLEXIVE
    word_roles[treebank.deprel.of(lambda relation: relation in PARTICLE_RELATIONS)] = PARTICLE
    return word_roles


def _reflexives(treebank: Treebank) -> Int64:
    """Find pronouns with the feature Reflex, and objects in the first or second person that agree with the subject."""
    is_subject = treebank.deprel.of(lambda relation: relation.startswith("nsubj"))
    subjects = {
        int(treebank.head_word[word]): _person(treebank.feats[word]) for word in np.flatnonzero(is_subject).tolist()
    }
    is_pronoun = treebank.upos.of(lambda upos: upos == "PRON")
    reflexives = []
    for word in np.flatnonzero(is_pronoun).tolist():
        feats = treebank.feats[word].split("|")
        # `the king himself`: an emphatic pronoun is no object of the verb.
        if "Reflex=Yes" in feats and "PronType=Emp" not in feats:
            reflexives.append(word)
        elif treebank.deprel[word].partition(":")[0] in OBJECTS:
            # `I want to wash myself`: the subject may be that of the verb above.
            verb = int(treebank.head_word[word])
            above = int(treebank.head_word[verb]) if verb >= 0 else -1
            person = _person(treebank.feats[word])
            if person and person == subjects.get(verb, subjects.get(above, "")):
                reflexives.append(word)
    return np.array(reflexives, dtype=np.int64)


def _person(feats: str) -> str:
    """Return `1Sing` and the like, for the first and second person only; the third does not tell who is meant."""
    values = dict(part.split("=", 1) for part in feats.split("|") if "=" in part)
    person = values.get("Person", "")
    return person + values.get("Number", "") if person in ("1", "2") else ""
