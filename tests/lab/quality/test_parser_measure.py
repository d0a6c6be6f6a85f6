"""Measuring a parser beside a treebank, with parses that are made by hand."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from challenge_sets_lab.quality import parser_measure, quality_page
from challenge_sets_lab.quality.character_hits import Hit, TreesWithHits
from challenge_sets_lab.quality.gold_parts import GoldPart
from challenge_sets_lab.quality.parser_measure import HitCounts, never_shown, not_annotated
from challenge_sets_lab.tables.quality import QUALITY
from extractors import __main__ as cli
from extractors.core.errors import InputError
from extractors.formats import tables
from extractors.formats.treebank import MultiwordToken, Sentence, Word
from extractors.models.parsers import Parser
from extractors.phenomena import grew
from extractors.phenomena.catalogue import Phenomenon, Rule
from extractors.phenomena.detection import read_figures

NUMBER = 8


def phenomenon(name, request, pair=("V", "P")):
    return Phenomenon(id=name, label=name, rules={"de": (Rule(grew.parse(request), *pair),)})


PARTICLE = phenomenon("particle", "pattern { V -[compound:prt]-> P }")
REFLEXIVE = phenomenon("reflexive", "pattern { V -[obj]-> P; P [Reflex=Yes] }")
PHENOMENA = [PARTICLE, REFLEXIVE]


def line(number, form, upos, feats, head, deprel, misc="_"):
    return f"{number}\t{form}\t{form}\t{upos}\t_\t{feats}\t{head}\t{deprel}\t_\t{misc}"


def sentence(number, *, particle="compound:prt", reflex="Reflex=Yes"):
    """Sie freut sich zum Fest an: a particle, a pronoun, a contraction."""
    return "\n".join(
        [
            f"# segment_id = {number}",
            "# text = Sie freut sich zum Fest an",
            line(1, "Sie", "PRON", "_", 2, "nsubj"),
            line(2, "freut", "VERB", "_", 0, "root"),
            line(3, "sich", "PRON", reflex, 2, "obj"),
            "4-5\tzum" + "\t_" * 8,
            line(4, "zu", "ADP", "_", 6, "case"),
            line(5, "dem", "DET", "_", 6, "det"),
            line(6, "Fest", "NOUN", "_", 2, "obl"),
            line(7, "an", "ADP", "_", 2, particle),
        ]
    )


class ByHand(Parser):
    """Finds the particle in all sentences but the first, and knows no reflexive pronouns; keeps `zum` whole."""

    def __init__(self, *, takes_words=True):
        self.takes_words = takes_words

    @property
    def signature(self):
        return "hand:1/made:12"

    def parse(self, segments):
        for number, text in enumerate(segments):
            assert text == "Sie freut sich zum Fest an"
            rows = [("Sie", "PRON", 2, "nsubj"), ("freut", "VERB", 0, "root"), ("sich", "PRON", 2, "obj")]
            rows += [("zum", "ADP", 5, "case"), ("Fest", "NOUN", 2, "obl")]
            rows += [("an", "ADP", 2, "advmod" if number == 0 else "compound:prt")]
            yield [
                Sentence(tuple(Word(f, f, u, "_", "_", h, d, True, 0.9 - number % 8 / 10) for f, u, h, d in rows), text)
            ]

    def parse_words(self, sentences):
        for tokens in sentences:
            forms = [form for token in tokens for form in token.words]
            assert [len(token.words) for token in tokens] == [1, 1, 1, 2, 1, 1]
            heads = [2, 0, 2, 6, 6, 2, 2]
            words = [
                Word(f, f, "X", "_", "_", h, "dep" if h else "root", True, 0.5)
                for f, h in zip(forms, heads, strict=True)
            ]
            yield Sentence(tuple(words), "", (MultiwordToken(4, 5, "zum"),))


@pytest.fixture
def treebank(tmp_path):
    path = tmp_path / "de_made-dev.conllu"
    path.write_text("\n\n".join(sentence(number) for number in range(NUMBER)) + "\n\n")
    return path


def test_hits_are_compared_by_the_characters_that_they_cover(treebank):
    parts = parser_measure.parse_parts(ByHand(), [GoldPart.of(str(treebank))])
    table = parser_measure.measure(parts, PHENOMENA, language="de", parser="hand:1/made:12")
    rows = {(r["text"], r["phenomenon"]): r for r in table.to_pylist() if r["distance_from"] == 0}
    whole = {(r["text"], r["phenomenon"]): r for r in table.to_pylist() if quality_page._is_whole(r)}
    raw = whole["raw", "particle"]
    # All but the first, though the parser cuts `zum` otherwise.
    assert (raw["gold"], raw["found"], raw["right"]) == (8, 7, 7)
    assert (raw["precision"], raw["recall"]) == (1.0, 0.875)
    assert raw["f1"] == pytest.approx(14 / 15)
    assert (raw["sentences"], raw["words"], raw["data"]) == (8, 56, "de_made-dev")
    assert whole["words", "particle"]["found"] == 0
    assert whole["raw", "reflexive"]["never_shown"] == "Reflex=Yes"
    assert {text for text, _ in rows} == {"raw", "words"}


def test_hits_are_counted_by_distance_and_by_confidence(treebank):
    parts = parser_measure.parse_parts(ByHand(takes_words=False), [GoldPart.of(str(treebank))])
    table = parser_measure.measure(parts, [PARTICLE], language="de", parser="p").to_pylist()
    ranges = {(r["distance_from"], r["distance_below"]) for r in table if not r["minimum_confidence"]}
    # Two tokens in the treebank between, three in the parses: sich, zum, Fest.
    assert ranges == {(0, None), (1, None), (2, None), (3, None)}
    # The word `an` is sure to 0.8 in the second sentence, 0.2 in the last.
    by_confidence = {round(r["minimum_confidence"], 2): r["found"] for r in table if r["distance_from"] == 0}
    assert by_confidence == {0.0: 7, 0.25: 6, 0.35: 5, 0.45: 4, 0.55: 3, 0.65: 2, 0.75: 1, 0.85: 0}


def test_a_part_of_a_treebank(treebank):
    part = GoldPart.of(f"{treebank}[5:]")
    assert (part.name, part.sentences, len(part.texts)) == ("de_made-dev[5:]", 3, 3)
    assert part.treebank.segment.tolist() == [0, 1, 2]
    assert GoldPart.of(f"{treebank}[:2]").sentences == 2
    with pytest.raises(InputError, match="has 8 sentences, and none in the part asked for"):
        GoldPart.of(f"{treebank}[8:]")
    with pytest.raises(InputError, match="no such file"):
        GoldPart.of("nothing.conllu")


def test_a_treebank_without_text_gives_words_alone(treebank):
    treebank.write_text(treebank.read_text().replace("# text = ", "# text_en = "))
    gold = GoldPart.of(str(treebank))
    assert gold.texts is None
    assert set(parser_measure.parse_parts(ByHand(), [gold])[0].parses) == {"words"}
    with pytest.raises(InputError, match="takes no words, and a treebank has no text"):
        parser_measure.parse_parts(ByHand(takes_words=False), [gold])


def test_text_of_some_sentences_only_is_refused_with_the_line(treebank):
    treebank.write_text(treebank.read_text().replace("# text = ", "# no = ", 3).replace("# no = ", "# text = ", 2))
    with pytest.raises(InputError, match="has no `# text =`") as refused:
        GoldPart.of(str(treebank))
    assert refused.value.line == 23


def test_a_treebank_that_does_not_annotate_it_is_left_out(treebank, tmp_path):
    other = tmp_path / "de_other.conllu"
    other.write_text("\n\n".join(sentence(n, reflex="_") for n in range(6)) + "\n\n")
    golds = [GoldPart.of(str(path)) for path in (treebank, other)]
    assert not_annotated(REFLEXIVE.rules["de"], golds[1].treebank) == "Reflex=Yes"
    assert not_annotated(REFLEXIVE.rules["de"], golds[0].treebank) is None
    parts = parser_measure.parse_parts(ByHand(), golds)
    found = parser_measure.find(parts, PHENOMENA, "de", "raw")
    assert found["reflexive"].skipped == ("de_other",)
    assert len(found["reflexive"].gold) == 8
    assert (found["particle"].skipped, len(found["particle"].gold)) == ((), 14)


def test_what_is_never_shown_must_be_in_the_treebank_often_enough(treebank):
    few, many = GoldPart.of(f"{treebank}[:4]"), GoldPart.of(str(treebank))
    parses = [parser_measure.parse_parts(ByHand(), [many])[0].parses["raw"]]
    assert never_shown(REFLEXIVE.rules["de"], parses, [many.treebank]) == "Reflex=Yes"
    assert never_shown(REFLEXIVE.rules["de"], parses, [few.treebank]) is None
    assert never_shown(PARTICLE.rules["de"], parses, [many.treebank]) is None


def test_the_places_of_words_in_a_contraction(treebank):
    trees = TreesWithHits.of(GoldPart.of(f"{treebank}[:1]").treebank)
    assert trees.places[3] == (12, 15, "zu")
    assert trees.describe(0, trees.places[6]) == "an/ADP <-compound:prt- freut"


def test_the_page_has_a_line_for_each_phenomenon(treebank):
    parts = parser_measure.parse_parts(ByHand(), [GoldPart.of(str(treebank))])
    text = quality_page.section(
        parser_measure.measure(parts, PHENOMENA, language="de", parser="p"), experimental=["reflexive"]
    )
    assert "8 sentences, 56 words." in text
    assert (
        "| `particle` | 8 | 7 | 100 / 88 / 93 | 100 / 88 / 93 | 8 | 100 / 88 / 93 | 8 | 100 / 88 / 93 | 0 / 0 / 0 |"
        in text
    )
    assert "`reflexive` (Reflex=Yes)" in text
    assert r"`reflexive` \*" in text


def test_how_often_hits_of_a_confidence_are_right():
    where = [("part", n) for n in range(5)]
    of_it = [Hit(place, (0, 1, ""), (1, 2, ""), 1) for place in where]
    sure = dict(zip(of_it, (0.32, 0.38, 0.9, 1.0, None), strict=True))
    found = parser_measure.FoundHits({*of_it[1:3]}, sure, (), None)
    assert quality_page.reliability([found]).splitlines()[2:] == [
        "| 0.3 to 0.4 | 2 | 35.0 | 50.0 | 33.7 |",
        "| 0.9 to 1.0 | 2 | 95.0 | 50.0 | 15.4 |",
    ]


def test_the_command_writes_what_a_run_reads(treebank, tmp_path, capsys):
    parses = tmp_path / "parses.conllu"
    parses.write_text("\n\n".join(sentence(n, particle="advmod" if n < 2 else "compound:prt") for n in range(NUMBER)))
    output = tmp_path / "q.csv"
    arguments = ["lab", "quality", "--gold", str(treebank), "--parser", "conllu", "--model", str(parses)]
    status = cli.main([*arguments, "--phenomena", "particle_verb,reflexive", "-o", str(output)])
    assert status == 0
    read = read_figures(output)
    (hits,) = (read.on_treebanks(*key) for key in read.judged if key[0] == "particle_verb")
    assert (read.language, hits.gold, hits.found, hits.right) == ("de", 8, 6, 6)
    assert tables.read(QUALITY, output).num_rows > 2
    assert "| `particle_verb` | 8 | 6 | 100 / 75 / 86 |" in capsys.readouterr().out
    assert cli.main([*arguments, "--phenomena", "particle_verb", "-o", str(output), "--json"]) == 0
    assert {row["phenomenon"] for row in json.loads(capsys.readouterr().out)} == {"particle_verb"}


@pytest.mark.parametrize(
    ("arguments", "problem"), [(["-o", "q.parquet"], "end the name in .csv"), (["-o", "q.csv"], "give --language LANG")]
)
def test_what_the_command_refuses(tmp_path, capsys, monkeypatch, arguments, problem):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["lab", "quality", "--gold", "made.conllu", *arguments]) != 0
    assert problem in capsys.readouterr().err


def test_nothing_to_measure_is_refused_before_anything_is_parsed(treebank, tmp_path, capsys):
    out = tmp_path / "q.csv"
    arguments = ["lab", "quality", "--gold", str(treebank), "--phenomena", "reordering", "-o", str(out)]
    assert cli.main([*arguments, "--parser", "conllu", "--model", str(tmp_path / "none.conllu")]) == 1
    assert "no phenomenon of 'de' to measure" in capsys.readouterr().err
    assert not out.exists()


@given(st.integers(0, 50), st.integers(0, 50), st.data())
def test_f1_is_the_harmonic_mean(gold, found, data):
    counts = HitCounts(gold, found, data.draw(st.integers(0, min(gold, found))))
    if counts.precision and counts.recall:
        assert counts.f1 == pytest.approx(2 / (1 / counts.precision + 1 / counts.recall))
    else:
        assert not counts.f1
