"""The matcher against one that tries every assignment of nodes to positions, on random trees and requests.

The random requests are tuples; they are written out for the parser and interpreted here, so that
parser, checks and matcher are tested together and nothing of them is used for the expectation.
"""

import itertools
import operator
import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest import mock

from hypothesis import event, given, settings
from hypothesis import strategies as st

from extractors.phenomena import grew
from extractors.phenomena.grew import blocks, search
from extractors.phenomena.grew.lexicons import Lexicon
from extractors.phenomena.grew.matcher import find_all
from extractors.phenomena.grew.portability import missing
from tests.builders.trees import treebank

Word = dict[str, Any]
Clause = tuple[Any, ...]
Request = tuple[list[str], list[Clause], list[tuple[bool, list[str], list[Clause]]]]
"""Nodes and clauses of the pattern; filters as (negated, new nodes, clauses)."""

VALUES = {
    "form": ["a", "ab", "b"],
    "lemma": ["a", "b"],
    "upos": ["NOUN", "VERB"],
    "Number": ["Sing", "Plur"],
    "Case": ["Nom", "Sing"],
}
RELATIONS = ["nsubj", "nsubj:pass", "obj", "obl:pass"]
TOPICS = ["a", "a b"]
ENTRIES = [("a", "b", "ab"), ("b", "b", "a"), ("ab", "a", "Sing"), ("Sing", "Plur", "a"), ("Nom", "Sing", "b")]
LEXICON = Lexicon("lex", ("one", "two", "three"), tuple(ENTRIES), Path("lex.tsv"))
EXPRESSIONS = ["a.*", ".*b|NOUN", "[NS].*g?", "n.*", ".*:pass|obj"]
COMPARE = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "<>": operator.ne,
}


class Draw(random.Random):
    """Draws sentences and requests from a seed; hypothesis' own draws take longer than the matching."""

    def some(self, values: Sequence[str]) -> list[str]:
        return self.sample(values, self.randint(1, 2))

    def sentence(self, longest: int) -> list[Word]:
        """The words of a sentence, before them its virtual root; `head` is a position."""
        size = self.randint(1, longest)
        order = self.sample(range(1, size + 1), size)
        head = {position: self.choice(order[:place] or [0]) for place, position in enumerate(order)}
        words: list[Word] = [{"form": "__0__", "head": -1, "deprel": None, "topic": self.choice([*TOPICS, None])}]
        for position in range(1, size + 1):
            word: Word = {name: self.choice([*values, None]) for name, values in VALUES.items()}
            word["form"], word["upos"] = self.choice(VALUES["form"]), self.choice(VALUES["upos"])
            word["head"] = head[position]
            word["deprel"] = self.choice(RELATIONS) if head[position] else "root"
            words.append(word)
        return words

    def test(self) -> Clause:
        kind = self.choice(["=", "=", "=", "<>", "is", "!", "=/", "<>/"])
        name = self.choice(list(VALUES))
        return kind, name, [self.choice(EXPRESSIONS)] if kind.endswith("/") else self.some(VALUES[name])

    def label(self) -> Clause:
        kind = self.choice(["any", "any", "=", "=", "^", "/", "parts"])
        if kind != "parts":
            return kind, [self.choice(EXPRESSIONS)] if kind == "/" else self.some(RELATIONS)
        second = (self.choice(["=", "<>", "!", "is"]), "2", ["pass"])
        return kind, [("=", "1", self.some(["nsubj", "obj", "obl"])), second][: self.randint(1, 2)]

    def clause(self, nodes: list[str]) -> Clause:
        """A clause about one or two of the nodes."""
        pairs = ["edge", "edge", "dominance", "order", "distance", "agreement", "identity"] if len(nodes) > 1 else []
        if len(nodes) > 2:
            pairs += ["spans", "labels", "between"]
        kind = self.choice(["word", "word", "lookup", "star", "meta", "shape", *pairs])
        if kind == "meta":
            test, _, values = self.test()
            return kind, (test, "topic", values if test.endswith("/") else self.some(TOPICS))
        if kind == "shape":
            return kind, self.random() < 0.3
        first, second = self.sample([*nodes, ""], 2) if not pairs else self.sample(nodes, 2)
        if kind in ("spans", "labels"):
            ends = [(first, second), tuple(self.sample(nodes, 2))]
            signs = ["><", "><", "<<", "<>", ">>"] if kind == "spans" else ["=", "<>"]
            return kind, *ends, self.choice(signs), self.getrandbits(40)
        if kind == "between":
            return kind, *self.sample(nodes, 3), self.choice(["<<", ">>"]), self.getrandbits(40)
        if kind == "identity":
            return kind, first, self.choice("<>"), second
        if kind == "word":
            return (
                kind,
                first or second,
                [[self.test() for _ in range(self.randint(0, 2))] for _ in range(self.randint(1, 2))],
            )
        if kind == "lookup":
            return kind, first or second, self.choice(["form", "lemma", "Number", "Case"]), self.choice(LEXICON.columns)
        if kind == "star":
            ends = self.sample([first or second, None], 2)
            return "edge", *ends, self.label()
        if kind == "edge":
            return kind, first, second, self.label()
        if kind == "dominance":
            return kind, first, second
        if kind == "order":
            return kind, first, self.choice(["<", "<<", ">", ">>"]), second
        if kind == "distance":
            comparison = self.choice(list(COMPARE))
            return kind, self.choice(["delta", "length"]), first, second, comparison, self.randint(-2, 3)
        names = ["Number", "Case", "form", "lemma"]
        return kind, first, self.choice(names), self.choice(["=", "<>"]), second, self.choice(names)

    def request(self, size: int) -> Request:
        nodes = ["A", "B", "C"][: self.randint(1, min(size, 3))]
        filters = []
        for _ in range(self.choice([0, 1, 1, 2])):
            new = ["X", "Y"][: self.choice([0, 1, 1, 2])]
            items = [self.clause([*nodes, *new]) for _ in range(self.randint(1, min(size, 3)))]
            filters.append((self.random() < 0.5, new, items))
        return nodes, [self.clause(nodes) for _ in range(self.randint(0, size))], filters


# Writing out


def write_test(test: Clause) -> str:
    kind, name, values = test
    if kind in ("is", "!"):
        return name if kind == "is" else f"!{name}"
    return f"{name}{kind[:-1]}/{values[0]}/" if kind.endswith("/") else f"{name}{kind}{'|'.join(values)}"


def write_label(label: Clause) -> str:
    how, what = label
    if how == "any":
        return "->"
    inside = ", ".join(map(write_test, what)) if how == "parts" else "|".join(what)
    return {"^": f"-[^{inside}]->", "/": f"-[/{inside}/]->"}.get(how, f"-[{inside}]->")


def write_clause(clause: Clause) -> str:
    kind, *rest = clause
    if kind == "word":
        return f"{rest[0]} {'|'.join('[' + ', '.join(map(write_test, tests)) + ']' for tests in rest[1])}"
    if kind == "edge":
        return f"{rest[0] or '*'} {write_label(rest[2])} {rest[1] or '*'}"
    if kind == "lookup":
        return (
            f"{rest[0]} [{rest[1]}=lex.{rest[2]}]"
            if len(rest[0] + rest[2]) % 2
            else f"{rest[0]}.{rest[1]} = lex.{rest[2]}"
        )
    if kind == "dominance":
        return f"{rest[0]} ->> {rest[1]}"
    if kind == "order":
        return " ".join(rest)
    if kind == "distance":
        return f"{rest[0]}({rest[1]}, {rest[2]}) {rest[3]} {rest[4]}"
    if kind == "meta":
        (how, _, values), text = rest[0], write_test((rest[0][0], "meta.topic", [f'"{v}"' for v in rest[0][2]]))
        return write_test((how, "meta.topic", values)) if how.endswith("/") else f"{text} = *" if how == "is" else text
    if kind == "shape":
        return f"global.is_{'not_' if rest[0] else ''}projective"
    if kind == "identity":
        return f"{rest[0]}.__id__ {rest[1]} {rest[2]}.__id__"
    if kind in ("spans", "labels"):
        (one, two), label = (f"{letter}{rest[3]}" for letter in "ef"), ".label" if kind == "labels" else ""
        edges = (f"{name}: {' -> '.join(ends)}" for name, ends in ((one, rest[0]), (two, rest[1])))
        return "; ".join([*edges, f"{one}{label} {rest[2]} {two}{label}"])
    if kind == "between":
        node, head, dependent, sign, name = rest
        sides = [node, f"e{name}"][:: 1 if sign == "<<" else -1]
        return f"e{name}: {head} -> {dependent}; {f' {sign} '.join(sides)}"
    return f"{rest[0]}.{rest[1]} {rest[2]} {rest[3]}.{rest[4]}"


def write(request: Request) -> str:
    nodes, pattern, filters = request
    blocks = [("pattern", nodes, pattern)]
    blocks += [("without" if negated else "with", new, items) for negated, new, items in filters]
    return " ".join(
        f"{keyword} {{ {'; '.join([*(f'{node} []' for node in new), *map(write_clause, items)])} }}"
        for keyword, new, items in blocks
    )


# The other matcher


def passes(test: Clause, word: Word) -> bool:
    kind, name, values = test
    value = word.get(name)
    if kind == "!" or value is None:
        return kind == "!" and value is None
    if kind == "is":
        return True
    listed = bool(re.fullmatch(values[0], value)) if kind.endswith("/") else value in values
    return listed == kind.startswith("=")


def is_labelled(label: Clause, word: Word) -> bool:
    how, what = label
    relation = word["deprel"]
    if relation is None or how == "any":
        return relation is not None
    if how == "parts":
        return all(passes(test, dict(zip("12", relation.split(":"), strict=False))) for test in what)
    return bool(re.fullmatch(what[0], relation)) if how == "/" else (relation in what) == (how == "=")


def holds(clause: Clause, words: list[Word], at: dict[str, int]) -> bool:
    kind, *rest = clause
    if kind == "lookup":
        return True
    if kind == "word":
        return any(all(passes(test, words[at[rest[0]]]) for test in tests) for tests in rest[1])
    if kind == "edge":
        heads = range(len(words)) if rest[0] is None else [at[rest[0]]]
        dependents = range(len(words)) if rest[1] is None else [at[rest[1]]]
        return any(words[d]["head"] == h and is_labelled(rest[2], words[d]) for h in heads for d in dependents)
    if kind == "dominance":
        above = words[at[rest[1]]]["head"]
        while above not in (-1, at[rest[0]]):
            above = words[above]["head"]
        return above != -1
    if kind == "order":
        distance = at[rest[2]] - at[rest[0]]
        return {"<": distance == 1, "<<": distance > 0, ">": distance == -1, ">>": distance < 0}[rest[1]]
    if kind == "distance":
        distance = at[rest[2]] - at[rest[1]]
        return COMPARE[rest[3]](abs(distance) if rest[0] == "length" else distance, rest[4])
    if kind == "meta":
        return passes(rest[0], words[0])
    if kind == "shape":
        return is_projective(words) != rest[0]
    if kind == "identity":
        return COMPARE[rest[1]](at[rest[0]], at[rest[2]])
    if kind in ("spans", "labels", "between"):
        pairs = rest[:2] if kind != "between" else [rest[1:3]]
        ends = [(at[head], at[dependent]) for head, dependent in pairs]
        if any(words[dependent]["head"] != head for head, dependent in ends):
            return False
        if kind == "labels":
            return (words[ends[0][1]]["deprel"] == words[ends[1][1]]["deprel"]) == (rest[2] == "=")
        inside = [set(range(min(pair), max(pair))) for pair in ends]
        if kind == "between":
            return at[rest[0]] in inside[0] - {min(ends[0])}
        one, two = inside
        if rest[2] == "<<":
            return one < two
        if rest[2] == ">>":
            return two < one
        return one.isdisjoint(two) if rest[2] == "<>" else bool(one & two and one - two and two - one)
    left, right = words[at[rest[0]]].get(rest[1]), words[at[rest[3]]].get(rest[4])
    return None not in (left, right) and (left == right) == (rest[2] == "=")


def is_projective(words: list[Word]) -> bool:
    arcs = [sorted((n, word["head"])) for n, word in enumerate(words) if n]
    return not any(a < c < b < d for a, b in arcs for c, d in arcs)


def in_a_row(lookups: list[Clause], words: list[Word], at: dict[str, int]) -> bool:
    """Whether the lexicon has a row with the words of all lookups."""
    rows = [dict(zip(LEXICON.columns, row, strict=True)) for row in ENTRIES]
    return any(all(words[at[node]].get(name) == row[column] for _, node, name, column in lookups) for row in rows)


def assignments(
    nodes: list[str], items: list[Clause], words: list[Word], bound: dict[str, int], pattern: Sequence[Clause] = ()
) -> list[dict[str, int]]:
    lookups = [item for item in items if item[0] == "lookup"]
    lookups += [item for item in pattern if item[0] == "lookup"] if lookups else []
    free = [position for position in range(len(words)) if position not in bound.values()]
    tried = ({**bound, **dict(zip(nodes, choice, strict=True))} for choice in itertools.permutations(free, len(nodes)))
    return [at for at in tried if all(holds(i, words, at) for i in items) and in_a_row(lookups, words, at)]


def expected(request: Request, trees: list[list[Word]]) -> list[list[int]]:
    """The words of each match over all trees, -1 for a virtual root, in order."""
    nodes, pattern, filters = request
    matches, before = [], 0
    for words in trees:
        for at in sorted(assignments(nodes, pattern, words, {}), key=lambda at: [at[node] for node in nodes]):
            if all(bool(assignments(new, i, words, at, pattern)) != negated for negated, new, i in filters):
                matches.append([at[node] - 1 + before if at[node] else -1 for node in nodes])
        before += len(words) - 1
    return matches


def as_lines(words: list[Word]) -> str:
    lines = [f"# topic = {words[0]['topic']}"] if words[0]["topic"] else []
    for word in words[1:]:
        feats = "|".join(f"{name}={word[name]}" for name in ("Case", "Number") if word[name]) or "_"
        lines.append(f"{word['form']} {word['lemma'] or '_'} {word['upos']} _ {feats} {word['head']} {word['deprel']}")
    return "\n".join(lines)


SEEDS = st.integers(0, 2**64)
SIZES = st.integers(1, 4)


@settings(max_examples=3 * settings.default.max_examples)
@given(seed=SEEDS, size=SIZES)
def test_agrees_with_trying_everything(seed, size):
    draw = Draw(seed)
    trees = [draw.sentence(size + 2) for _ in range(3)]
    parsed = treebank(*map(as_lines, trees))
    drawn = {write(request): request for request in (draw.request(size) for _ in range(3))}
    wanted = {text: expected(request, trees) for text, request in drawn.items()}
    loaded = {text: load(text) for text in drawn}
    matches = find_all(parsed, {text: request for text, request in loaded.items() if request is not None})
    for text, request in loaded.items():
        if request is None:
            event("refused")
            assert wanted[text] == [], f"refused, but it matches: {text}"
        else:
            event("matches" if wanted[text] else "no match")
            assert matches[text].words.tolist() == wanted[text], text
            assert not (wanted[text] and missing(request, parsed)), text


@settings(max_examples=100)
@given(seed=SEEDS, size=SIZES)
def test_results_do_not_depend_on_how_the_work_is_cut(seed, size):
    draw = Draw(seed)
    parsed = treebank(*(as_lines(draw.sentence(size + 4)) for _ in range(5)))
    request = load(write(draw.request(size)))
    if request is None:
        return
    whole = find_all(parsed, {"": request})[""].words.tolist()
    for rows_a_block, rows_a_table in ((1, 1 << 20), (9, 1), (1 << 20, 5)):
        with (
            mock.patch.object(blocks, "ROWS_A_BLOCK", rows_a_block),
            mock.patch.object(search, "ROWS_A_TABLE", rows_a_table),
        ):
            assert find_all(parsed, {"": request})[""].words.tolist() == whole


def load(text: str) -> grew.Request | None:
    """The request, None if it is refused because nothing can match it."""
    try:
        return grew.parse(text, lexicons={"lex": LEXICON})
    except grew.RequestError as error:
        if "nothing can match this" in str(error):
            return None
        raise
