"""The input audit: what it finds in texts made for it, and that it keeps silent about good ones."""

import pytest

from extractors.extract.audit import audit, table_of, untold
from extractors.extract.audit_lines import audit_files, lines_of
from extractors.extract.ingest import ingest, ingest_system
from extractors.formats import tables
from extractors.formats.segments import Corpus
from extractors.formats.testset_scores import INPUT_AUDIT
from extractors.inputs.places import parse

WORDS = ["old", "owl", "sees", "young", "fox", "under", "that", "tree", "while", "rain", "falls", "upon", "grass"]
GERMAN = ["alte", "Eule", "sieht", "jungen", "Fuchs", "unter", "jenem", "Baum", "wenn", "Regen", "fällt", "auf", "Gras"]
N = 40


def sentences(words, first=0):
    """N different sentences of twelve words."""
    return [" ".join(words[(n + first + k * (1 + n % 5)) % len(words)] for k in range(12)) + f" {n}." for n in range(N)]


SOURCE, REFERENCE, OUTPUT = sentences(WORDS), sentences(GERMAN), sentences(GERMAN, first=3)


def findings(source=SOURCE, reference=REFERENCE, **systems):
    corpus = Corpus("en", "de", list(source), {"A": list(reference)} if reference else {})
    return {(f.text, f.kind): f for f in audit(corpus, {name: list(texts) for name, texts in systems.items()})}


def changed(texts, **at):
    """The texts with others at the places `_N`."""
    return [at.get(f"_{n}", text) for n, text in enumerate(texts)]


def test_good_texts_have_no_finding():
    assert findings(good=OUTPUT, better=sentences(GERMAN, first=5)) == {}


@pytest.mark.parametrize(
    "text", ["Große Füße müssen große Schuhe über Füße ziehen", "Сова", "12345678901234567890 12345678901234567890"]
)
def test_letters_beyond_ascii_short_texts_and_numbers_are_in_no_other_script(text):
    assert findings(["The old owl sees the young fox"], ["Die alte Eule sieht den Fuchs"], good=[text]) == {}


@pytest.mark.parametrize(
    ("kind", "of", "texts"),
    [
        ("empty", "", changed(OUTPUT, _3=" ")),
        ("placeholder", "####", changed(OUTPUT, _3="####")),
        ("placeholder", "NO TRANSLATION AVAILABLE", changed(OUTPUT, _3="NO TRANSLATION AVAILABLE")),
        ("copied_source", "source", changed(OUTPUT, _3=SOURCE[3].replace(" ", "  "))),
        ("copied_reference", "references/A", changed(OUTPUT, _3=REFERENCE[3])),
        ("wrong_language", "source language", changed(OUTPUT, _3=SOURCE[9].replace("9", "3"))),
        ("wrong_script", "CYRILLIC", changed(OUTPUT, _3="Старая сова видит молодого лиса под деревом")),
        ("truncated", "", changed(OUTPUT, _3="Eine Eule")),
        ("entities", "&amp; &#39;".partition(" ")[0], changed(OUTPUT, _3=f"Fuchs &amp; {OUTPUT[3]}")),
        ("canary", "", changed(OUTPUT, _3="BENCHMARK DATA: canary GUID 1234")),
        (
            "invisible",
            "soft hyphens, marks of direction and the like",
            changed(OUTPUT, _3=OUTPUT[3].replace("Fuchs", "Fu\u00adchs")),
        ),
        ("byte_order_mark", "", changed(OUTPUT, _3=f"\ufeff{OUTPUT[3]}")),
    ],
)
def test_each_fault_of_an_output_is_found_where_it_is(kind, of, texts):
    found = findings(bad=texts)
    finding = found["systems/bad", kind]
    assert (finding.segments, finding.of) == ((3,), of)
    # A canary or a copy may have more than one name, but no other text has any.
    assert {text for text, _ in found} == {"systems/bad"}


def test_another_script_is_found_where_the_texts_are_too_short_to_know_their_languages():
    german, russian = "Die alte Eule sieht den jungen Fuchs", "Старая сова видит молодого лиса под деревом"
    found = findings(["The old owl sees the young fox"], [german], bad=[russian])
    assert {key: finding.of for key, finding in found.items()} == {("systems/bad", "wrong_script"): "CYRILLIC"}


def test_an_output_that_stands_for_many_sources_is_a_placeholder():
    finding = findings(bad=["Die Eule." if n % 4 else text for n, text in enumerate(OUTPUT)])[
        "systems/bad", "placeholder"
    ]
    assert len(finding.segments) == 30


def test_a_source_that_is_twice_is_named_where_it_comes_again():
    assert findings(changed(SOURCE, _7=SOURCE[2]))["source", "double_source"].segments == (7,)


def test_two_systems_that_are_one_are_named_once():
    found = findings(a=OUTPUT, b=changed(OUTPUT, _3="Eine ganz andere Eule sitzt heute auf dem Baum."))
    assert [(key, f.of, len(f.segments)) for key, f in found.items()] == [
        (("systems/a", "same_output"), "systems/b", N - 1),
        (("systems/b", "unlike_others"), "Eine ganz andere Eule sitzt heute auf dem Baum.", 1),
    ]


def test_short_texts_and_the_bird_are_left_alone():
    short = ["Owl!" if n == 3 else text for n, text in enumerate(SOURCE)]
    assert findings(short, changed(REFERENCE, _3="Owl!"), good=changed(OUTPUT, _3="Owl!")) == {}
    assert findings(good=changed(OUTPUT, _3=f"{OUTPUT[3]} Canary.")) == {}


def test_a_segment_of_names_is_no_foreign_one():
    names = SOURCE[9].replace("9", "3")
    found = findings(SOURCE, changed(REFERENCE, _3=f"{names} und"), good=changed(OUTPUT, _3=f"{names} oder"))
    assert ("systems/good", "wrong_language") not in found


def test_without_a_reference_what_needs_none_is_found():
    assert set(findings(reference=None, bad=changed(OUTPUT, _1="", _2="&lt;"))) == {
        ("systems/bad", "empty"),
        ("systems/bad", "entities"),
    }


def test_the_table_and_the_lines_say_how_many_and_where():
    found = list(findings(bad=[""] * 7 + OUTPUT[7:]).values())
    row = next(row for row in table_of(found).to_pylist() if row["finding"] == "empty")
    assert row == {
        "text": "systems/bad",
        "finding": "empty",
        "segments": 7,
        "share": 7 / N,
        "of": "",
        "first": list(range(7)),
    }
    assert f"empty: 7 segments in 1 texts; most in systems/bad, 7 of {N}, the first is segment_id 0" in lines_of(found)


def test_tables_of_a_run_are_read_and_what_alarms_is_a_warning(tmp_path, caplog):
    for name, texts in {"source.en": SOURCE, "ref.de": REFERENCE, "bad.de": changed(OUTPUT, _3="", _4="####")}.items():
        (tmp_path / name).write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    place = {name: parse(tmp_path / name) for name in ("source.en", "ref.de", "bad.de")}
    segments = ingest(
        source=place["source.en"], references={"A": place["ref.de"]}, source_language="en", target_language="de"
    )
    tables.write(segments, tmp_path / "segments.parquet")
    outputs = ingest_system(place=place["bad.de"], source=[""] * N, source_name="source.en")
    tables.write(outputs, tmp_path / "systems/bad.parquet")
    caplog.clear()
    table = audit_files(tmp_path / "segments.parquet", [tmp_path / "systems/bad.parquet"])
    tables.write(table, tmp_path / "input_audit.parquet")
    assert set(tables.read(INPUT_AUDIT, tmp_path / "input_audit.parquet").column("finding").to_pylist()) == {
        "empty",
        "placeholder",
    }
    warnings = [record.message for record in caplog.records if record.levelname == "WARNING"]
    assert [message.partition(":")[2].split(":")[0].strip() for message in warnings] == ["placeholder"]


def test_an_output_without_the_negation_of_all_others_is_listed_to_be_read():
    source = ["She does not sleep .", "They can't .", "He sleeps ."]
    negated = ["Sie schläft nicht .", "Sie können es nicht .", "Er schläft ."]
    systems = {"good": negated, "bad": ["Sie schläft .", negated[1], negated[2]], "empty": ["", *negated[1:]]}

    def lost(language="de"):
        corpus = Corpus(source=source, references={"A": negated}, source_language="en", target_language=language)
        return [(f.text, f.segments) for f in audit(corpus, systems) if f.kind == "lost_negation"]

    assert lost() == []
    # One of four texts is empty; of three others that have a negator two are enough only where that is most.
    systems["empty"] = negated
    assert lost() == [("systems/bad", (0,))]
    assert lost("nl") == []


def test_of_one_output_and_one_reference_it_is_said_what_cannot_be_told():
    corpus = Corpus("en", "de", SOURCE, {"A": REFERENCE})
    assert "is not told apart" in untold(corpus, {"x": OUTPUT})
    assert untold(corpus, {"x": OUTPUT, "y": OUTPUT}) is None
    assert untold(corpus, {}) is None
