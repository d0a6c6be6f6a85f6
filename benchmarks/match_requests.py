"""Measure how fast requests are matched, next to a prototype, spaCy's DependencyMatcher and treesearch-ud.

    python benchmarks/match_requests.py --data FOLDER [--repeats 3]

All run in this process on one core, over UD English EWT train. Reading it and converting it for the
others is not timed; our index is. Each figure is the best of the repeats, taken by turns so that
other load slows all. spaCy and treesearch-ud (Rust) get the requests that both can express. spaCy has
no virtual root, so it misses a match with one. treesearch-ud needs Python 3.12 and is not in the lock:
`pip install treesearch-ud` adds it to the run. The command compares the matches of each request,
prints differences, and exits with 1 if a match differs from the prototype's.
"""

import argparse
import importlib.util
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import spacy
import yaml
from spacy.matcher import DependencyMatcher
from spacy.tokens import Doc

from extractors.formats import conllu
from extractors.formats.treebank import Treebank
from extractors.phenomena import grew
from extractors.phenomena.grew.matcher import find_all
from extractors.phenomena.grew.syntax import Dominance, Edge, Item, Label, NodeClause, Order, Request, Test, nodes_of

BASE = ("reflexive.en.0", "particle_verb.en.0", "strand_gap.en.0", "strand_filler.en.0", "strand_copular.en.0")
PAPER = "pattern { V -> R; R [Reflex=Yes] }"
"""The reflexives of Choshen and Abend (2019)."""

Bindings = list[tuple[int, ...]]


def english(catalogue: Path) -> dict[str, Request]:
    """The English requests of a catalogue, and PAPER."""
    entries = yaml.safe_load(catalogue.read_text(encoding="utf-8"))
    texts = {f"{e['id']}.en.{n}": text for e in entries for n, text in enumerate(e["by_lang"].get("en", ()))}
    texts["reflexive_paper.en.0"] = PAPER
    return {name: grew.parse(text, name=name) for name, text in texts.items()}


def find_ours(treebank: Treebank, chosen: Mapping[str, Request]) -> dict[str, Bindings]:
    found = find_all(treebank, chosen)
    return {name: [tuple(row) for row in matches.words.tolist()] for name, matches in found.items()}


class Prototype:
    """The matcher that came with the catalogue, over sentences as it wants them."""

    def __init__(self, path: Path, treebank: Treebank) -> None:
        specification = importlib.util.spec_from_file_location("prototype_matcher", path)
        assert specification is not None
        assert specification.loader is not None
        self.module = importlib.util.module_from_spec(specification)
        specification.loader.exec_module(self.module)
        self.sentences = [self._sentence(treebank, n) for n in range(len(treebank.segment))]

    @staticmethod
    def _sentence(treebank: Treebank, number: int) -> SimpleNamespace:
        start, end = (int(i) for i in treebank.sentence_start[number : number + 2])
        sentence = SimpleNamespace(meta={}, text="", start=start)
        features = treebank.feature_values()
        root = dict.fromkeys(("form", "lemma", "upos", "xpos"))
        sentence.w = [SimpleNamespace(**root, i=0, feats={}, head=-1, deprel="", ch=[], s=sentence)]
        for place, word in enumerate(range(start, end), 1):
            columns = {name: getattr(treebank, name)[word] for name in ("lemma", "upos", "xpos")}
            columns = {name: None if value == "_" else value for name, value in columns.items()}
            columns |= {"form": treebank.form[word], "deprel": treebank.deprel[word]}
            feats, head = features[treebank.feats.codes[word]], int(treebank.head[word])
            sentence.w.append(SimpleNamespace(**columns, i=place, feats=feats, head=head, ch=[], s=sentence))
        for word in sentence.w[1:]:
            sentence.w[word.head].ch.append(word.i)
        return sentence

    def find(self, chosen: Mapping[str, Request]) -> dict[str, Bindings]:
        found = {}
        for name, request in chosen.items():
            theirs = self.module.Request(request.source.text)
            found[name] = [
                tuple(match[node].i - 1 + sentence.start if match[node].i else -1 for node in request.pattern_nodes)
                for sentence in self.sentences
                for match in theirs.search(sentence)
            ]
        return found


class Spacy:
    """DependencyMatcher, over Docs with the gold annotation."""

    def __init__(self, treebank: Treebank) -> None:
        self.vocab = spacy.blank("en").vocab
        self.docs = [self._doc(treebank, n) for n in range(len(treebank.segment))]

    def _doc(self, treebank: Treebank, number: int) -> tuple[int, Doc]:
        start, end = (int(i) for i in treebank.sentence_start[number : number + 2])
        words = range(start, end)
        heads = [place if head == 0 else head - 1 for place, head in enumerate(treebank.head[start:end].tolist())]
        names = {"words": "form", "lemmas": "lemma", "pos": "upos", "tags": "xpos", "deps": "deprel"}
        columns: dict[str, Any] = {k: [getattr(treebank, v)[w] for w in words] for k, v in names.items()}
        morphs = ["" if treebank.feats[w] == "_" else treebank.feats[w] for w in words]
        return start, Doc(self.vocab, **columns, morphs=morphs, heads=heads, sent_starts=[w == start for w in words])

    def find(self, chosen: Mapping[str, Request]) -> dict[str, Bindings]:
        matcher, nodes = DependencyMatcher(self.vocab), {}
        found: dict[str, Bindings] = {}
        for name, request in chosen.items():
            pattern = list(as_spacy(request))
            order = [step["RIGHT_ID"] for step in pattern]
            nodes[name] = [order.index(node) for node in request.pattern_nodes]
            matcher.add(name, [pattern])
            found[name] = []
        for start, doc in self.docs:
            for key, words in matcher(doc):
                name = self.vocab.strings[key]
                found[name].append(tuple(words[place] + start for place in nodes[name]))
        return found


class Inexpressible(Exception):
    """spaCy's patterns cannot say what the request says."""


def as_spacy(request: Request) -> Iterator[dict[str, Any]]:
    """The request as a pattern of DependencyMatcher: words, each tied to one before by one operator.

    Raises:
        Inexpressible: for with and without, alternatives, distances, agreement, absent features, and
            nodes that are not tied in a tree.
    """
    if request.filters:
        raise Inexpressible
    attributes: dict[str, dict[str, Any]] = {node: {} for node in request.pattern_nodes}
    ties: dict[frozenset[str], list[Item]] = {}
    for item in request.pattern:
        if isinstance(item, NodeClause):
            if len(item.alternatives) > 1:
                raise Inexpressible
            for test in item.alternatives[0]:
                add_test(attributes[item.node], test)
        elif isinstance(item, Edge) and item.dependent is not None:
            add_label(attributes[item.dependent], item.label)
            if item.head is not None:
                ties.setdefault(frozenset(nodes_of(item)), []).append(item)
        elif isinstance(item, Order | Dominance):
            ties.setdefault(frozenset(nodes_of(item)), []).append(item)
        else:
            raise Inexpressible
    if len(ties) != len(attributes) - 1:
        raise Inexpressible
    placed = [request.pattern_nodes[0]]
    yield {"RIGHT_ID": placed[0], "RIGHT_ATTRS": attributes[placed[0]]}
    while len(placed) < len(attributes):
        pair = next((pair for pair in ties if len(pair & {*placed}) == 1), None)
        if pair is None:
            raise Inexpressible
        (left,), (right,) = pair & {*placed}, pair - {*placed}
        step = {"LEFT_ID": left, "REL_OP": operator(left, ties.pop(pair)), "RIGHT_ID": right}
        yield {**step, "RIGHT_ATTRS": attributes[right]}
        placed.append(right)


def operator(left: str, items: list[Item]) -> str:
    """spaCy's operator between `left` and the other node that these items tie."""
    tree = order = ""
    for item in items:
        is_left = nodes_of(item)[0] == left
        if isinstance(item, Edge):
            tree = ">" if is_left else "<"
        elif isinstance(item, Dominance):
            tree = ">>" if is_left else "<<"
        elif isinstance(item, Order):
            low, high = item.intervals[0] if is_left else [-bound for bound in reversed(item.intervals[0])]
            signs = {(1, True): "++", (1, False): "+", (-1, True): "--", (-1, False): "-"}
            near = low if low > 0 else high
            if len(item.intervals) > 1 or abs(near) != 1:
                raise Inexpressible
            order = signs[near, low != high]
    if not tree:
        return {"++": ".*", "+": ".", "--": ";*", "-": ";"}[order]
    if len(items) > 2 or (len(items) == 2 and not order) or (len(tree) == 2 and order):
        raise Inexpressible
    return tree + order


def add_test(attributes: dict[str, Any], test: Test) -> None:
    column = {"form": "ORTH", "lemma": "LEMMA", "upos": "POS", "xpos": "TAG"}.get(test.attribute)
    values = test.values
    if values is None or (column is None and (values.negated or values.regexes)) or column in attributes:
        raise Inexpressible
    if column is None:
        predicate = attributes.setdefault("MORPH", {})
        named = [f"{test.attribute}={value}" for value in values.literals]
        key = "IS_SUPERSET" if len(named) == 1 else "INTERSECTS"
        if key == "INTERSECTS" and key in predicate:
            raise Inexpressible
        predicate.setdefault(key, []).extend(named)
    elif values.regexes:
        expression = values.regexes[0]
        if values.literals or len(values.regexes) > 1 or values.negated:
            raise Inexpressible
        attributes[column] = {"REGEX": f"{'(?i)' * expression.ignore_case}^(?:{expression.pattern})$"}
    else:
        attributes[column] = {"NOT_IN" if values.negated else "IN": list(values.literals)}


def add_label(attributes: dict[str, Any], label: Label) -> None:
    if label == Label():
        return
    if "DEP" in attributes or (label.values and label.values.regexes) or len(label.parts) > 1:
        raise Inexpressible
    if label.values:
        attributes["DEP"] = {"NOT_IN" if label.values.negated else "IN": list(label.values.literals)}
        return
    part = label.parts[0]
    if part.attribute != "1" or part.values is None or part.values.negated or part.values.regexes:
        raise Inexpressible
    attributes["DEP"] = {"REGEX": f"^(?:{'|'.join(part.values.literals)})(?::|$)"}


class Treesearch:
    """Matcher of the package treesearch-ud, over trees that it holds in memory, without enhanced dependencies."""

    def __init__(self, treebank: Treebank) -> None:
        self.package = importlib.import_module("treesearch")
        starts, columns = treebank.sentence_start.tolist(), ("form", "lemma", "upos", "xpos", "feats", "head", "deprel")
        self.starts = starts[:-1]
        words = list(zip(*(getattr(treebank, name) for name in columns), strict=True))
        with tempfile.NamedTemporaryFile("w", suffix=".conllu", encoding="utf-8") as file:
            for number, (start, end) in enumerate(pairwise(starts)):
                file.write(f"# sent_id = {number}\n")
                for place, word in enumerate(words[start:end], 1):
                    file.write("\t".join([str(place), *map(str, word), "_", "_"]) + "\n")
                file.write("\n")
            file.flush()
            self.trees = list(self.package.trees(file.name))

    def find(self, chosen: Mapping[str, Request]) -> dict[str, Bindings]:
        found = {}
        for name, request in chosen.items():
            matches = self.package.search_trees(self.trees, self.package.compile_query(as_treesearch(request)))
            found[name] = [
                tuple(match[node] + self.starts[int(tree.metadata["sent_id"])] for node in request.pattern_nodes)
                for tree, match in matches
            ]
        return found


def as_treesearch(request: Request) -> str:
    """The request in the language of treesearch-ud, for requests that `as_spacy` can express.

    Raises:
        Inexpressible: for the virtual root, dominance and distances.
    """
    constraints: dict[str, list[str]] = {node: [] for node in request.pattern_nodes}
    statements = []
    for item in request.pattern:
        if isinstance(item, NodeClause):
            constraints[item.node] += [_constraint(test) for test in item.alternatives[0]]
        elif isinstance(item, Edge) and item.head is not None and item.dependent is not None:
            statements.append(f"{item.head} {_arc(item.label)} {item.dependent};")
        elif isinstance(item, Order) and item.intervals[0][0] == 1:
            statements.append(f"{item.first} {'<' if item.intervals[0][1] == 1 else '<<'} {item.second};")
        else:
            raise Inexpressible
    nodes = [f"{node} [{' & '.join(tests)}];" for node, tests in constraints.items()]
    return "MATCH { " + " ".join([*nodes, *statements]) + " }"


def _constraint(test: Test) -> str:
    name = test.attribute if test.attribute in ("form", "lemma", "upos", "xpos") else f"feats.{test.attribute}"
    assert test.values is not None
    values = [f'"{text}"' for text in test.values.literals]
    values += [f"/{'(?i)' * one.ignore_case}{one.pattern}/" for one in test.values.regexes]
    if any('"' in value[1:-1] for value in values):
        raise Inexpressible
    if test.values.negated:
        return " & ".join(f"{name}!={value}" for value in values)
    return f"({' | '.join(f'{name}={value}' for value in values)})"


def _arc(label: Label) -> str:
    if label == Label():
        return "->"
    if label.parts:
        assert label.parts[0].values is not None
        return f"-/({'|'.join(label.parts[0].values.literals)})(:.*)?/->"
    assert label.values is not None
    if label.values.negated:
        raise Inexpressible
    return f"-/{'|'.join(label.values.literals)}/->"


def is_expressible(request: Request) -> bool:
    try:
        list(as_spacy(request))
        as_treesearch(request)
    except Inexpressible:
        return False
    return True


def measure(what: str, runs: dict[str, Callable[[], dict[str, Bindings]]], words: int, repeats: int) -> bool:
    """Run all by turns, print their speeds and ratios. Whether the prototype's matches equal ours."""
    best = dict.fromkeys(runs, float("inf"))
    found: dict[str, dict[str, Bindings]] = {}
    for _ in range(repeats):
        for name, run in runs.items():
            begin = time.perf_counter()
            found[name] = run()
            best[name] = min(best[name], time.perf_counter() - begin)
    count = sum(map(len, found["ours"].values()))
    print(f"\n{what}: {len(found['ours'])} requests, {words:,} words, {count:,} matches")
    agree = True
    for name, seconds in best.items():
        ratio = "" if name == "ours" else f"  ours is {seconds / best['ours']:.1f} times as fast"
        print(f"  {name:<10} {seconds:8.3f} s  {words / seconds:12,.0f} words/s{ratio}")
        for request, bindings in found[name].items():
            if sorted(bindings) != sorted(found["ours"][request]):
                print(f"    {request}: {len(bindings)} matches, ours {len(found['ours'][request])}")
                agree &= name != "prototype"
    return agree


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder with ud/")
    parser.add_argument("--catalogue", type=Path, default=Path("../shared/phenomena/catalogue.yaml"))
    parser.add_argument("--prototype", type=Path, default=Path("../shared/phenomena/prototype_matcher.py"))
    parser.add_argument("--repeats", type=int, default=3)
    arguments = parser.parse_args()

    treebank = conllu.read(arguments.data / "ud" / "en_ewt-train.conllu.gz")
    known = english(arguments.catalogue)
    prototype, nlp = Prototype(arguments.prototype, treebank), Spacy(treebank)
    rust = Treesearch(treebank) if importlib.util.find_spec("treesearch") else None
    if rust is None:
        print("treesearch-ud is not installed and is left out")
    sets = {
        "the base requests": {name: known[name] for name in (*BASE, "reflexive_paper.en.0")},
        "all English requests": known,
        "those that all can express": {name: request for name, request in known.items() if is_expressible(request)},
    }
    agree = True
    for what, chosen in sets.items():
        runs: dict[str, Callable[[], dict[str, Bindings]]] = {
            "ours": partial(find_ours, treebank, chosen),
            "prototype": partial(prototype.find, chosen),
        }
        if all(map(is_expressible, chosen.values())):
            runs["spaCy"] = partial(nlp.find, chosen)
            if rust:
                runs["treesearch"] = partial(rust.find, chosen)
        agree &= measure(what, runs, len(treebank), arguments.repeats)
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
