"""How fast requests are matched beside the prototype matcher, and whether both find the same in gold trees.

    python benchmarks/match_requests.py [--data ../shared/data] [--repeats 3] [--all]

Both run in this process on one core, by turns, over UD English EWT train. Reading it and converting it for the
prototype is not timed; our index is. --all goes through every treebank of ud/ and ud-multilingual/, with the requests
of its language. Requests with other matches are printed; status 1 if there is one.
"""

import importlib.util
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import yaml
from _common import Timed, arguments_of, by_turns

from extractors.formats import conllu
from extractors.formats.treebank import Treebank
from extractors.phenomena import grew
from extractors.phenomena.grew.matcher import find_all
from extractors.phenomena.grew.syntax import Request

BASE = ("reflexive.0", "particle_verb.0", "strand_gap.0", "strand_filler.0", "strand_copular.0", "reflexive_paper.0")
PAPER = "pattern { V -> R; R [Reflex=Yes] }"
"""The reflexives of Choshen and Abend (2019)."""

Bindings = list[tuple[int, ...]]


def requests_of(catalogue: Path, language: str) -> dict[str, Request]:
    """Read the requests of a language from the prototype's catalogue, and add PAPER."""
    entries = yaml.safe_load(catalogue.read_text(encoding="utf-8"))
    texts = {f"{e['id']}.{n}": text for e in entries for n, text in enumerate(e["by_lang"].get(language, ()))}
    texts["reflexive_paper.0"] = PAPER
    return {name: grew.parse(text, name=name) for name, text in texts.items()}


def find_ours(treebank: Treebank, chosen: Mapping[str, Request]) -> dict[str, Bindings]:
    found = find_all(treebank, chosen)
    return {name: sorted(map(tuple, matches.words.tolist())) for name, matches in found.items()}


class Prototype:
    """The matcher that came with the catalogue, over sentences as it wants them."""

    def __init__(self, path: Path, treebank: Treebank) -> None:
        specification = importlib.util.spec_from_file_location("prototype_matcher", path)
        assert specification is not None
        assert specification.loader is not None
        self.module: Any = importlib.util.module_from_spec(specification)
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
            found[name] = sorted(
                tuple(match[node].i - 1 + sentence.start if match[node].i else -1 for node in request.pattern_nodes)
                for sentence in self.sentences
                for match in theirs.search(sentence)
            )
        return found


def compare(treebank: Treebank, prototype: Prototype, chosen: Mapping[str, Request], repeats: int) -> int:
    """Measure the speed of both matchers, and return the number of requests with different matches."""
    ways = [Timed("ours", partial(find_ours, treebank)), Timed("prototype", prototype.find)]
    by_turns(ways, [chosen] * repeats, amount=len(treebank) * repeats, unit="words")
    ours, theirs = (way.found[0] for way in ways)
    different = [name for name in chosen if ours[name] != theirs[name]]
    print(f"  {len(chosen)} requests, {sum(map(len, ours.values())):,} matches, {len(different)} requests differ")
    for name in different:
        print(f"    {name}: {len(ours[name])} matches, the prototype {len(theirs[name])}")
    return len(different)


def main() -> int:
    parser = arguments_of(__doc__, data="ud/ and ud-multilingual/")
    parser.add_argument("--catalogue", type=Path, default=Path("../shared/phenomena/catalogue.yaml"))
    parser.add_argument("--prototype", type=Path, default=Path("../shared/phenomena/prototype_matcher.py"))
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--all", action="store_true", help="all treebanks, once each")
    given = parser.parse_args()
    every = sorted(given.data.glob("ud*/*.conllu*")) if given.all else [given.data / "ud/en_ewt-train.conllu.gz"]
    different = 0
    for path in every:
        treebank, known = conllu.read(path), requests_of(given.catalogue, path.name.partition("_")[0])
        prototype = Prototype(given.prototype, treebank)
        for what, chosen in {
            "base requests": {name: known[name] for name in BASE if name in known},
            "all": known,
        }.items():
            if what == "all" or not given.all:
                print(f"{path.name}, {what}")
                different += compare(treebank, prototype, chosen, 1 if given.all else given.repeats)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
