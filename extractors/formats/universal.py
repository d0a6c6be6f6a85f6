"""The names of Universal Dependencies v2 (https://universaldependencies.org/guidelines.html).

A request is checked against them, because a misspelt name does not fail: it only finds nothing.
"""


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


UPOS = _names("ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X")

RELATIONS = _names(
    """
    acl advcl advmod amod appos aux case cc ccomp clf compound conj cop csubj dep det discourse
    dislocated expl fixed flat goeswith iobj list mark nmod nsubj nummod obj obl orphan parataxis
    punct reparandum root vocative xcomp
    """
)

FEATURES = _names(
    """
    Abbr Animacy Aspect Case Clusivity Definite Degree Deixis DeixisRef Evident ExtPos Foreign Gender
    Mood NounClass Number NumType Person Polarity Polite Poss PronType Reflex Tense Typo VerbForm Voice
    """
)

LANGUAGE_FEATURES = _names(
    """
    AdjType AdpType AdvType Clitic ConjType Connegative Derivation Echo Emph Form HebBinyan
    HebExistential Hyph InfForm InflClass NameType NounBase NounType NumForm NumValue Orth PartForm
    PartType Position Prefix PrepCase PunctSide PunctType Strength Style Subcat Uninflect Variant
    VerbType
    """
)
"""Features documented for some languages, listed lest one that resembles a universal one be refused."""

MISC = _names("SpaceAfter SpacesAfter SpacesBefore Translit LTranslit Gloss LGloss Entity Lang")
"""Names that Grew finds in the column MISC, which is not read here."""

COLUMNS = ("form", "lemma", "upos", "xpos")

# Names of UD v1 (https://universaldependencies.org/v2/summary.html) and of the columns elsewhere.
RENAMED_UPOS = {"CONJ": "CCONJ"}
RENAMED_ATTRIBUTES = {
    "Negative": "Polarity",
    "cat": "upos",
    "phon": "form",
    "pos": "upos",
    "tag": "xpos",
    "token": "form",
    "word": "form",
}
RENAMED_RELATIONS = {
    "auxpass": "aux:pass",
    "csubjpass": "csubj:pass",
    "dobj": "obj",
    "foreign": "flat:foreign",
    "mwe": "fixed",
    "name": "flat",
    "neg": "advmod",
    "nsubjpass": "nsubj:pass",
    "remnant": "orphan",
}

VIRTUAL_ROOT_FORM = "__0__"
"""The form that Grew gives to the virtual root, its only attribute."""
