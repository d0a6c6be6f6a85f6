"""Ready-made sets: built from a run, scored with texts from elsewhere; the shipped ones are whole."""

import re

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

from extractors import __main__ as cli
from extractors.core.errors import InputError
from extractors.core.shipped import shipped
from extractors.extract import select
from extractors.extract.control_settings import ControlSettings
from extractors.extract.ingest import ingest
from extractors.extract.segment_covariates import measure
from extractors.formats import tables
from extractors.formats.covariates import values_of
from extractors.formats.ready_made_tables import STANDINGS
from extractors.formats.scores import CORPUS_SCORES, SCORES
from extractors.formats.sets import CONTROLS
from extractors.inputs.places import parse
from extractors.phenomena import DEFAULT_FILE, catalogue
from extractors.phenomena.catalogue import definitions_checksum
from extractors.publish import description, ready_made_names, ready_made_sets
from extractors.publish.ready_made_sets import names
from tests.builders import base_install
from tests.builders.ready_made import DOCUMENTS, DOMAINS, OUTPUTS, REFERENCE, SOURCE, SPREAD
from tests.builders.sets import ranges
from tests.builders.test_sets import CANARY, lines, write
from tests.builders.whole import drawn_controls, found_in
from tests.libraries import sacrebleu_cache
from tests.unit.inputs.test_text_language import text


@pytest.fixture
def sets(ready_made, tmp_path, monkeypatch):
    """The made sets in the place of the shipped ones, in a folder with an output."""
    made = ready_made / "sets"
    monkeypatch.setattr(ready_made_sets, "shipped", lambda _: made)
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "fair.de", lines(OUTPUTS["fair"]))
    write(tmp_path / "source.en", lines(SOURCE))
    write(tmp_path / "reference.de", lines(REFERENCE))
    return made


OWN = ("--text", "source.en", "--reference", "reference.de")


def run(line, *more):
    return cli.main([*line.split(), *more])


@pytest.mark.usefixtures("sets")
def test_scores_are_those_of_the_stages(tmp_path):
    assert run("score wmt24:en-de fair.de -o ready.csv --tables tables", *OWN) == 0
    write(tmp_path / "documents.txt", lines(DOCUMENTS))
    write(tmp_path / "domains.txt", lines(DOMAINS))
    segments = ingest(
        source=parse("source.en"),
        references={"refA": parse("reference.de")},
        source_language="en",
        target_language="de",
    )
    tables.write(segments, "segments.parquet")
    assert run("parse source.en --source-language en -o source.conllu") == 0
    names_of = {"document": parse("documents.txt"), "domain": parse("domains.txt")}
    covariates = measure("source.conllu", "segments.parquet", **names_of)
    found = found_in("source.conllu", ["particle_verb", "negation"], language="en")
    at = ranges(minimum=[0, 1, 2, 3], exact=[0, 1, 2, 3])
    sets = select.select(found, dict.fromkeys(sorted(set(found["phenomenon"].to_pylist())), at))
    controls = drawn_controls(sets, values_of(covariates), ControlSettings())
    for name, table in {"sets": sets, "covariates": covariates, "controls": controls}.items():
        tables.write(table, f"{name}.parquet")
    files = "--sets sets.parquet --controls controls.parquet --covariates covariates.parquet"
    assert run(f"score --systems fair.de --reference reference.de --metrics chrf,bleu {files} -o own.csv") == 0
    ready, own = (tables.read(SCORES, tmp_path / f"{name}.csv") for name in ("ready", "own"))
    of_both = ready.filter(pc.is_in(ready["phenomenon"], own["phenomenon"].unique()))
    by = [("metric", "ascending"), ("phenomenon", "ascending")]
    for row, wanted in zip(of_both.sort_by(by).to_pylist(), own.sort_by(by).to_pylist(), strict=True):
        assert row == {k: pytest.approx(v, rel=1e-12) if isinstance(v, float) else v for k, v in wanted.items()}
    assert own.num_rows == 2 * 8 * 2
    places = tables.read(STANDINGS, tmp_path / "tables/standings.csv").to_pylist()
    whole = next(row for row in places if row["phenomenon"] is None and row["metric"] == "chrf")
    # The output is that of `fair`, which only `good` is better than.
    assert (whole["rank"], whole["systems"]) == (2, 3)
    assert whole["median"] == whole["score"] < whole["best"]
    assert {row["phenomenon"] for row in places} >= {"negation", "particle_verb", None}


@pytest.mark.usefixtures("sets")
@pytest.mark.parametrize("command", ["score wmt24:en-de wrong.de", "compare wmt24:en-de fair.de wrong.de"])
@pytest.mark.parametrize(
    ("output", "problem"),
    [(SOURCE, "the output of wrong looks like English"), (text("cs", 500), "the output of wrong looks like Czech")],
)
def test_an_output_that_is_none_is_refused_unless_told_otherwise(tmp_path, capsys, command, output, problem):
    write(tmp_path / "wrong.de", lines([" ".join(output[i :: len(SOURCE)]) for i in range(len(SOURCE))]))
    assert run(command, *OWN) == 1
    assert problem in (said := capsys.readouterr().err)
    assert "--no-check-languages" in said
    assert run(command, *OWN, "--no-check-languages") == 0


@pytest.mark.usefixtures("sets")
def test_pairs_share_lines_and_reordering_is_of_the_aligned_pair():
    assert names() == ["wmt19:en-de", "wmt24:en-de", "wmt24:en-es"]
    found = {name: {row["phenomenon"]: row for row in ready_made_sets.phenomena(name)} for name in names()}
    assert "reordering" in found["wmt24:en-de"]
    assert "reordering" not in found["wmt24:en-es"]
    assert found["wmt24:en-de"]["negation"] == found["wmt24:en-es"]["negation"]
    assert found["wmt24:en-de"]["negation"]["precision"].startswith("93 % of 516 hits on treebanks")


@pytest.mark.usefixtures("sets")
def test_texts_come_from_sacrebleu_with_the_canary_that_its_file_has(tmp_path, monkeypatch, capsys):
    sacrebleu_cache.look_in(tmp_path, "wmt24", patch=monkeypatch)
    source, reference = [CANARY, *SOURCE], [CANARY, *REFERENCE]
    sacrebleu_cache.add_xml(tmp_path, "wmt24", "en-de", source=source, references={"refA": reference}, systems={})
    write(tmp_path / "new.de", lines(["Kanarienvogel", *OUTPUTS["good"]]))
    write(tmp_path / "bad.de", lines(["Kanarienvogel", *OUTPUTS["bad"]]))
    assert run("score wmt24:en-de new.de") == 0
    assert "Place among the 3 submitted systems, by chrF2" in capsys.readouterr().out
    assert run("compare wmt24:en-de bad.de new.de --fail-if-worse") == 0
    assert run("compare wmt24:en-de new.de bad.de --fail-on whole") == 3


@pytest.mark.usefixtures("sets")
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda t: [*t[:6], "An owl.", *t[7:]], "source.en:7: differs from .*'An owl.'"),
        (lambda t: t[:-2], f"source.en:{len(SOURCE) - 1}: has {len(SOURCE) - 2} lines"),
        (lambda t: ["A line.", *t[1:], "Two."], "source.en:2: differs from the source"),
        (lambda t: [f" {line.replace(' ', '  ', 1)}" for line in t], None),
    ],
)
def test_a_text_that_differs_is_refused_with_its_first_line_that_does(tmp_path, capsys, change, words):
    write(tmp_path / "source.en", lines(change(SOURCE)))
    status = run("score wmt24:en-de fair.de --statistics resamples=10", *OWN)
    assert status == (0 if words is None else 1)
    if words:
        assert re.search(words, capsys.readouterr().err)


@pytest.mark.usefixtures("sets")
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("score wmt24:en-fr fair.de", "unknown ready-made set 'wmt24:en-fr'"),
        ("score wmt24:en_de fair.de", "did you mean 'wmt24:en-de'"),
        ("score wmt22:zh-en fair.de", "challenge-sets run --from wmt22:FOLDER#zh-en -o NAME"),
        ("score wmt23:en-de fair.de", "there are wmt19:en-de, wmt24:en-de; sets of your own copy"),
        ("score wmt24:en-de", "no outputs to score"),
        ("score wmt24:en-de source.en --sets x.parquet", "--sets was given together with wmt24:en-de"),
        ("score folder fair.de --text source.en", "--text only works with a ready-made set"),
    ],
)
def test_what_does_not_go_together_is_said(capsys, line, words):
    assert run(line, *(OWN if line == "score wmt24:en-de" else ())) == 1
    assert words in capsys.readouterr().err


@pytest.mark.usefixtures("sets")
def test_without_a_network_the_texts_are_asked_for(monkeypatch):
    def fail(_):
        raise InputError("no network", remedy="wait")

    monkeypatch.setattr(ready_made_sets, "fetch_texts", fail)
    with pytest.raises(
        InputError, match="the source of wmt24:en-de is not here, and sacreBLEU could not get it: no"
    ) as caught:
        ready_made_sets.read("wmt24:en-de")
    assert caught.value.remedy.endswith("--echo src; or give your copies: --text FILE --reference FILE")
    with pytest.raises(InputError, match="the reference refA of wmt24:en-de is not here") as caught:
        ready_made_sets.read("wmt24:en-de", source=parse("source.en"))
    assert caught.value.remedy.endswith("--echo ref; or give your copies: --text FILE --reference FILE")


@pytest.mark.usefixtures("sets")
def test_words_have_the_places_of_the_clean_lines():
    hits = [hit for hit in ready_made_sets.numbers("wmt24:en-de").hits.to_pylist() if hit["phenomenon"] == "negation"]
    words = {(hit["segment_id"], SOURCE[hit["segment_id"]][hit["head_start"] : hit["head_end"]]) for hit in hits}
    assert (SPREAD, "not") in words
    assert {word for _, word in words} == {"not"}
    assert all(hit["head_target_start"] is None for hit in hits)


@pytest.mark.usefixtures("sets")
def test_control_words_have_the_places_of_the_clean_lines_where_the_pair_is_aligned():
    found = ready_made_sets.numbers("wmt24:en-de").control_words.to_pylist()
    places = [(SOURCE[row["segment_id"]], row["head_start"], row["head_length"], row["kind"]) for row in found]
    negators = {(text, text[start : start + length]) for text, start, length, kind in places if kind == "negator"}
    assert (SOURCE[SPREAD], "not") in negators
    assert {word for _, word in negators} <= {"not", "never"}
    # Words are whole where their place is right.
    assert all(
        word in re.findall(r"\w+", text) for text, start, length, _ in places for word in [text[start : start + length]]
    )
    assert ready_made_sets.numbers("wmt24:en-es").control_words is None


def test_the_shipped_control_words_are_of_the_shipped_hits():
    shipped_with = [name for name in names() if (ready_made_sets.home(name) / "control_words.parquet").is_file()]
    assert {"wmt24:en-de", "wmt23:de-en", "wmt21:de-en"} <= {*shipped_with}
    for name in ("wmt24:en-de", "wmt21:de-en"):
        numbers = ready_made_sets.numbers(name)
        hits = {(row["segment_id"], row["phenomenon"], row["head_start"]) for row in numbers.hits.to_pylist()}
        kept = [row for row in numbers.control_words.to_pylist() if row["kind"] == "hit"]
        assert {(row["segment_id"], row["phenomenon"], row["head_start"]) for row in kept} <= hits
        assert len(kept) > len(hits) / 2


@pytest.mark.usefixtures("sets")
def test_the_sets_are_listed_by_pair_by_set_and_by_phenomenon(capsys):
    assert run("dataset list") == 0
    assert re.search(r"en-de +wmt19, wmt24 +144 +\d+ +1 +2\n", capsys.readouterr().out)
    assert run("dataset list en-de") == 0
    assert re.search(
        r"wmt19:en-de +72 .* 0 +2 +chrf, bleu +parser-multilingual\nwmt24:en-de +72 .* 3 +2 ",
        capsys.readouterr().out,
    )
    # The one reference of the other pair is an edited output.
    assert run("dataset list en-es") == 0
    assert re.search(r"wmt24:en-es +72 .* 3 +1 ", capsys.readouterr().out)
    assert run("dataset list wmt24:en-de") == 0
    assert "particle_verb" in capsys.readouterr().out
    assert run("dataset list en-fr") == 1
    assert "unknown pair of ready-made sets 'en-fr'" in capsys.readouterr().err


def test_the_shipped_sets_are_whole_small_and_hold_no_text():
    folder = shipped(ready_made_sets.FOLDER)
    files = [file for file in folder.rglob("*") if file.is_file()]
    assert sum(file.stat().st_size for file in files) < 25e6
    schemas = [pq.read_schema(file) for file in files if file.suffix == ".parquet"]
    strings = {field.name for schema in schemas for field in schema if pa.types.is_string(field.type)}
    assert strings == {"phenomenon", "system", "metric", "kind"}
    of_pair = {pair: {name.partition(":")[0] for name in ready_made_sets.of_pair(pair)} for pair in ("de-en", "en-de")}
    years = {f"wmt{year:02}" for year in range(8, 25)} - {"wmt14"} | {"wmt14/full"}
    assert of_pair == {"de-en": years - {"wmt24"}, "en-de": years}
    for name in names():
        row = ready_made_sets.summary(name)
        assert (row["systems"] > 5) == (name[:5] >= "wmt21")
        assert row["hits"] > 200


def test_the_base_install_lists_and_scores(tmp_path):
    write(tmp_path / "a.txt", lines(SOURCE))
    listed, refused = base_install.run(
        tmp_path, "dataset list wmt24:en-de", "score wmt24:en-de a.txt --text a.txt --reference a.txt"
    )
    assert (listed[0], refused[0]) == (0, 1)
    assert "a.txt:1: differs from the source of wmt24:en-de" in refused[2]


def test_a_run_is_known_by_the_files_of_its_tables():
    assert CONTROLS.file == ready_made_names.CONTROLS_OF_RUN
    assert CORPUS_SCORES.file == ready_made_names.SCORES_OF_RUN


def test_shipped_sets_have_the_hits_of_the_shipped_requests():
    """Else what is known of how well they are found does not hold: build the pair again (lab/ready-made.yaml)."""
    known = catalogue.load(DEFAULT_FILE)
    stale = {}
    for path in shipped(ready_made_sets.FOLDER).rglob("dataset.json"):
        described = description.read(path.parent)
        for entry in described.phenomena:
            now = definitions_checksum([known[entry["id"]].definition(described.source_language)])
            if now != entry["definition"]:
                stale.setdefault(entry["id"], set()).add(described.source_language)
    assert stale == {}
