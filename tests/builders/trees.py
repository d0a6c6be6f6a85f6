"""Treebanks written by hand: a word a line, as `form lemma upos xpos feats head deprel`, below lines of comments."""

from extractors.formats import conllu
from extractors.formats.treebank import Treebank
from extractors.phenomena.grew import Request, parse
from extractors.phenomena.grew.matcher import Matches, find_all

GIVES_UP = """
Ann   Ann  PROPN NNP Number=Sing 3 nsubj
soon  soon ADV   RB  _ 3 advmod
gives give VERB  VBZ Number=Sing|Person=3|Tense=Pres 0 root
the   the  DET   DT  _ 6 det
old   old  ADJ   JJ  Degree=Pos 6 amod
plans plan NOUN  NNS Number=Plur 3 obj
up    up   ADP   RP  _ 3 compound:prt
.     .    PUNCT .   _ 3 punct
"""

WERE_SEEN = """
They they PRON PRP Case=Nom|Number=Plur|Person=3 3 nsubj:pass
were be   AUX  VBD Number=Plur 3 aux:pass
seen _    VERB VBN Number[psor]=Sing|VerbForm=Part 0 root
by   by   ADP  IN  _ 5 case
us   we   PRON PRP Case=Acc|Number=Plur|Person=1|PronType=Int,Rel 3 obl:agent
"""


TWO_PARTICLE_VERBS = """\
# segment_id = 4
1 Ja ja INTJ _ _ 0 root _ _

# segment_id = 4
1 Sie sie PRON _ _ 2 nsubj _ _
2 kam kommen VERB _ _ 0 root _ _
3-4 zum _ _ _ _ _ _ _ _
3 zu zu ADP _ _ 5 case _ _
4 dem der DET _ _ 5 det _ _
5 Fest Fest NOUN _ _ 2 obl _ _
6 , , PUNCT _ _ 2 punct _ _
7 an an ADP _ _ 2 compound:prt _ _
8 und und CCONJ _ _ 9 cc _ _
9 ging gehen VERB _ _ 2 conj _ _
10 weg weg ADP _ _ 9 compound:prt _ _

"""
"""Two sentences in a segment; the second holds two particle verbs, one across a contraction and a comma."""


def conllu_of(text: str) -> str:
    """CoNLL-U written with blanks between the columns, as lines of comments have them anyway."""
    return "".join(line if line.startswith("#") else line.replace(" ", "\t") for line in text.splitlines(keepends=True))


def treebank(*sentences: str) -> Treebank:
    """The sentences as a treebank."""
    lines = []
    for sentence in sentences:
        given = sentence.strip().splitlines()
        comments = [line for line in given if line.startswith("# ")]
        lines += comments
        for number, line in enumerate(given[len(comments) :], 1):
            form, lemma, upos, xpos, feats, head, deprel = line.split()
            lines.append(f"{number}\t{form}\t{lemma}\t{upos}\t{xpos}\t{feats}\t{head}\t{deprel}\t_\t_")
        lines.append("")
    return conllu.parse("\n".join(lines) + "\n")


def find(request: str | Request, parsed: Treebank) -> Matches:
    """The matches of one request."""
    return find_all(parsed, {"": parse(request) if isinstance(request, str) else request})[""]


def forms(matches: Matches, parsed: Treebank) -> list[str]:
    """Each match as the forms of its nodes; `ROOT` is the virtual root."""
    return [" ".join("ROOT" if w < 0 else parsed.form[w] for w in row) for row in matches.words.tolist()]
