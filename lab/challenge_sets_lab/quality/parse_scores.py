"""How right parses are beside gold trees of the same text, whatever words they were given."""

from collections import Counter

from challenge_sets_lab.quality.character_hits import TreesWithHits
from extractors.formats.treebank import parse_feats

NONE = "_"
COLUMNS = ("words", "UPOS", "FEATS", "lemma", "UAS", "LAS")


def of_raw_text(gold: TreesWithHits, found: TreesWithHits) -> tuple[float, ...]:
    """Return F1 in percent of words and of words with correct tag, features, lemma, head, and head with relation.

    As the CoNLL 2018 shared task: words are the same if they cover the same characters, and so are heads.
    Relations are compared with their subtypes, features whole, lemmas without case; `_` in gold is a lemma that was not
    annotated, and any is right.
    """
    right: Counter[str] = Counter()
    for key, mine in found.words.items():
        theirs = gold.words.get(key)
        if theirs is None:
            continue
        a, b = found.treebank, gold.treebank
        right["words"] += 1
        right["UPOS"] += a.upos[mine] == b.upos[theirs]
        right["FEATS"] += parse_feats(a.feats[mine]) == parse_feats(b.feats[theirs])
        right["lemma"] += b.lemma[theirs] == NONE or a.lemma[mine].lower() == b.lemma[theirs].lower()
        if _head(found, mine) == _head(gold, theirs):
            right["UAS"] += 1
            right["LAS"] += a.deprel[mine] == b.deprel[theirs]
    return tuple(200 * right[name] / (len(gold.words) + len(found.words)) for name in COLUMNS)


def _head(trees: TreesWithHits, word: int) -> object:
    head = int(trees.treebank.head_word[word])
    return None if head < 0 else trees.places[head]
