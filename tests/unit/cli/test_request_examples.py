import pytest

from extractors.cli import request_examples
from extractors.core.errors import InputError
from extractors.formats.treebank import Sentence, Word
from extractors.models.parsers import Parser
from extractors.phenomena import catalogue

FILE = """\
phenomena:
  - id: object
    description: A verb and its object.
    source: this test
    pair: [V, O]
    requests:
      en: ["pattern { V -[obj]-> O }"]
    examples:
      en: {hit: see obj, none: see adv}
  - id: adverb
    description: A verb and its adverb.
    source: this test
    pair: [V, A]
    experimental: [en]
    requests:
      en: ["pattern { V -[advmod]-> A }"]
    examples:
      en: {hit: it's obj, none: go adv}
  - id: subject
    description: A verb and its subject.
    source: this test
    pair: [V, S]
    requests:
      en: ["pattern { V -[nsubj]-> S }"]
"""
RELATIONS = {"obj": "obj", "adv": "advmod"}


class TwoWords(Parser):
    """Each segment is a verb and a word that names its relation."""

    def __init__(self):
        self.calls = []

    @property
    def signature(self):
        return "two"

    def parse(self, segments):
        self.calls.append(list(segments))
        for text in segments:
            verb, other = text.split()
            yield [
                Sentence(
                    (
                        Word(verb, verb, "VERB", "_", "_", 0, "root"),
                        Word(other, other, "NOUN", "_", "_", 1, RELATIONS[other]),
                    ),
                    text,
                )
            ]


@pytest.fixture
def known(tmp_path):
    path = tmp_path / "phenomena.yaml"
    path.write_text(FILE, encoding="utf-8")
    return list(catalogue.load(path).values())


def test_each_example_is_looked_at_for_its_own_phenomenon(known):
    parser = TwoWords()
    outcomes = request_examples.check(known, parser, "en")
    assert parser.calls == [["see obj", "see adv", "it's obj", "go adv"]]
    assert [(o.phenomenon.id, o.hit_pairs, o.none_pairs) for o in outcomes] == [
        ("object", (("see", "obj"),), ()),
        ("adverb", (), (("go", "adv"),)),
    ]
    assert [o.failed for o in outcomes] == [[], [("no hit in", "it's obj"), ("a hit (go + adv) in", "go adv")]]


def test_the_report_names_what_fails_and_how_to_look_at_it(known):
    text = request_examples.report(request_examples.check(known, TwoWords(), "en"), also=" --parser two")
    rows = [line.split() for line in text.splitlines()]
    assert ["object", "en", "yes", "yes", "see", "+", "obj"] in rows
    assert ["adverb", "en", "(experimental)", "NO", "NO"] in rows
    assert "adverb, en: no hit in: it's obj\n" in text
    assert "challenge-sets try adverb --source-language en --text 'it'\"'\"'s obj' --tree --parser two\n" in text
    assert "1 of 2 hit examples matched, 1 of 2 none examples not matched\n" in text


def test_what_has_no_example_is_known(known):
    assert request_examples.languages(known) == ["en"]
    assert request_examples.without(known, "en") == ["subject"]
    with pytest.raises(InputError, match="no examples in the language 'de'"):
        request_examples.check(known, TwoWords(), "de")


def test_a_known_miss_of_the_shipped_parser_is_no_failure_and_ends_when_it_is_found(tmp_path):
    path = tmp_path / "phenomena.yaml"
    missed = FILE.replace("none: go adv}", "none: go obj, missed: no such relation}")
    path.write_text(missed.replace("none: see adv}", "none: see adv, missed: once it did}"), encoding="utf-8")
    known = list(catalogue.load(path).values())
    outcomes = request_examples.check(known, TwoWords(), "en", is_shipped=True)
    assert [o.failed for o in outcomes] == [[("said to be missed, and found: take out `missed`:", "see obj")], []]
    text = request_examples.report(outcomes)
    assert "adverb, en: the shipped parser misses it: no such relation\n" in text
    assert "; known misses: 1\n" in text
    assert [len(o.failed) for o in request_examples.check(known, TwoWords(), "en")] == [0, 1]
