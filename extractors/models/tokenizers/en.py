"""English as UD (EWT, GUM) has it: `don't` is one surface token of two words, `e-mail` one word."""

from spacy.lang.en import TOKENIZER_EXCEPTIONS

from extractors.models.tokenizers._base import Piece, Token, TokenizerRules

NOT_CONTRACTIONS = {"hows", "id", "notve", "thered", "therere", "thiss", "wed", "whens", "wheres", "whys"}
"""spaCy cuts these too, as we'd without its apostrophe; most are other words, or Wednesday."""

MORE_CONTRACTIONS = {"wanna": ("wan", "na"), "outta": ("out", "ta")}
CONTRACTIONS = {
    form.lower()
    for form, parts in TOKENIZER_EXCEPTIONS.items()
    if len(parts) > 1 and form[0].isalpha() and form[-1].isalpha()
}.difference(NOT_CONTRACTIONS) | MORE_CONTRACTIONS.keys()

NOT_WORDS = {"and/or", "):"}
"""Whole for spaCy (the second as a sad face), not so in the treebanks."""

APOSTROPHES = "'’`"
CLITICS = {f"n{a}t" for a in APOSTROPHES} | {
    f"{a}{end}" for a in APOSTROPHES for end in ("s", "m", "d", "re", "ve", "ll")
}
ABBREVIATIONS = ("al.", "ca.", "cf.", "approx.", "Ft.", "Lt.", "Nos.")
PREFIXES = (
    "anti bi co counter cross e ex extra inter intra mid mini multi non over post pre pro proto psycho"
    " re semi socio sub trans tri ultra un"
)
"""Prefixes that the treebanks leave joined to the word after the hyphen; other compounds are cut there."""

_SAME_AGAIN = r"(?P<same>[-=_*~<>#+])(?P=same)+"
_HASH_ALONE = "#(?![A-Za-z])"
_SHOUT = r"[!?]{2,}"
_CLITIC = r"(?<=[A-Za-z])(?:[nN]['’`][tT]|['’`](?:[sSmMdD]|ll|LL|re|RE|ve|VE))"
_UNIT = r"(?<=[0-9])(?:bn|[ap]m|[AP]M)"
_LETTER_TO_FIGURE = "(?<=[A-Za-z])(?:-|–)(?=[0-9])"


def amend(rules: TokenizerRules) -> None:
    """Keep `!!!` and `-----` whole and prefixes joined; mend the exceptions that are words."""
    after_prefix = "".join(rf"(?<!\b(?i:{prefix}))" for prefix in PREFIXES.split())
    infixes = (*rules.infixes, _LETTER_TO_FIGURE)
    rules.infixes = [after_prefix + rule if "(?:-|–" in rule else rule for rule in infixes]
    prefixes = [_HASH_ALONE if rule == "#" else rule for rule in rules.prefixes]
    rules.prefixes = [_SHOUT, _SAME_AGAIN, *prefixes]
    rules.suffixes = [_SHOUT, _SAME_AGAIN, _CLITIC, _UNIT, *rules.suffixes]
    dropped = NOT_CONTRACTIONS | NOT_WORDS
    exceptions = {k: v for k, v in rules.tokenizer_exceptions.items() if k.lower() not in dropped}
    for first, second in MORE_CONTRACTIONS.values():
        for start in (first, first.capitalize()):
            exceptions[start + second] = [{"ORTH": start}, {"ORTH": second}]
    rules.tokenizer_exceptions = exceptions | {form: [{"ORTH": form}] for form in ABBREVIATIONS}


def group(pieces: list[Piece]) -> list[Token]:
    """Put a contraction's pieces and a possessive's together again, as one token of several words."""
    tokens: list[Token] = []
    glued = in_quotes = False
    for form, space_after in pieces:
        host = tokens[-1] if glued else None
        possessive = False
        if form in ("'", "’", "‘"):
            # An apostrophe at the end of a word is a possessive (the users' wishes) or closes quotes.
            if host is None or not host.form[-1].isalnum():
                in_quotes = not space_after
            elif in_quotes:
                in_quotes = False
            else:
                possessive = host.form[-1] in "sSxzZ" and form != "‘"
        if host is not None and (possessive or _continues(host.form, form)):
            tokens[-1] = Token(host.form + form, (*host.words, form), space_after)
        else:
            tokens.append(Token(form, (form,), space_after))
        glued = not space_after
    return tokens


def _continues(host: str, form: str) -> bool:
    """Return whether a piece right after `host` is a part of the same surface token."""
    clitic = form.lower() in CLITICS and (host[-1].isalnum() or host[-1] == ".")
    return clitic or (host + form).lower() in CONTRACTIONS
