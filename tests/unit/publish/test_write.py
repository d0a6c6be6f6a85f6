"""The published folder: loaded as its users load it, and compared with the run it was made from."""

import gzip
import hashlib
import json
import re
import shutil
import subprocess
import zipfile
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest
import yaml
from huggingface_hub import DatasetCard

from extractors.config.output_settings import PublishSettings
from extractors.core.errors import InputError
from extractors.core.files import read_text, write_text
from extractors.formats import checksums, conllu, tables
from extractors.formats.corpus_folder import CorpusFolder
from extractors.formats.hits import HITS
from extractors.formats.origin import origin_of, with_origin
from extractors.formats.published import PUBLISHED_IDS
from extractors.formats.sets import SETS, set_key
from extractors.phenomena import catalogue
from extractors.phenomena.detection import model_figures
from extractors.publish import dataset_texts, layout, run_results, write
from extractors.scoring.statistics.statistics_settings import StatisticsSettings
from tests.builders import small_run
from tests.builders.rows import table_of
from tests.builders.set_folders import files

SAID = {"citation": "@misc{parties, title={Parties}}", "pretty_name": "Parties: all", "corpus": "Parties in verse"}


@pytest.fixture(scope="module")
def full(run, tmp_path_factory):
    return small_run.publish(run, tmp_path_factory.mktemp("dataset") / "full", **SAID)


@pytest.fixture(scope="module")
def hits(run):
    return tables.read(HITS, run / "results/hits.parquet").to_pylist()


@pytest.fixture(scope="module")
def load(tmp_path_factory):
    """datasets.load_dataset without a network and with a cache of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_HUB_OFFLINE", "1")
        patch.setenv("HF_DATASETS_CACHE", str(tmp_path_factory.mktemp("cache")))
        datasets = pytest.importorskip("datasets")
        cache = str(tmp_path_factory.mktemp("built"))
        datasets.disable_progress_bars()
        yield lambda folder, *name: datasets.load_dataset(str(folder), *name, cache_dir=cache)


def test_every_configuration_loads_and_has_the_hits_of_the_run(full, hits, load):
    names = [c["config_name"] for c in DatasetCard(read_text(full / layout.CARD)).data.to_dict()["configs"]]
    assert names == ["segments", "hits", "sets", "particle_verb", "reordering"]
    places = ("segment_id", "phenomenon", "head", "dependent")
    for name in names[1:]:
        loaded = load(full, name)
        assert list(loaded) == [layout.SPLIT]
        if name != "sets":
            wanted = [h for h in hits if name in ("hits", h["phenomenon"])]
            found = sorted([*(r[p] for p in places), r["distance"]] for r in loaded["test"])
            assert found == sorted([*(h[p] for p in places), h["distance_set"]] for h in wanted)
    assert load(full)["test"].num_rows == len(hits)
    segments = load(full, "segments")["test"]
    assert segments["source"][:] == small_run.texts()["source"]
    assert [row["references"][1] for row in segments] == small_run.texts()["B"]
    assert load(full, "sets")["test"].to_list() == tables.read(SETS, full / layout.SETS_FILE).to_pylist()


def test_a_phenomenon_in_few_segments_is_no_configuration_of_its_own(run, tmp_path, load, monkeypatch):
    monkeypatch.setattr(layout, "USEFUL", 37)
    place = small_run.publish(run, tmp_path / "set")
    names = [c["config_name"] for c in DatasetCard(read_text(place / layout.CARD)).data.to_dict()["configs"]]
    assert names == ["segments", "hits", "sets", "reordering"]
    assert set(load(place, "hits")["test"]["phenomenon"]) == {"particle_verb", "reordering"}
    assert "A phenomenon in 37 segments or more" in read_text(place / layout.CARD)


def test_what_is_the_same_in_every_row_is_said_once(full):
    columns = set(pq.read_schema(full / layout.hits("particle_verb")).names)
    assert not columns & {"parser", "aligner", "signature", "reference"}
    described = json.loads((full / layout.DESCRIPTION).read_text())
    assert (described["parser"], described["target_reference"]) == (small_run.PARSER, "A")
    assert described["aligner"].startswith("pharaoh/links.txt:")
    card = read_text(full / layout.CARD)
    assert "target words are of reference A; parser `by-hand:1`" in card


def test_counts_agree_with_the_sets_of_the_run(run, full):
    described = json.loads((full / layout.DESCRIPTION).read_text())
    counts = {entry["id"]: entry["hits"] for entry in described["phenomena"]}
    published = tables.read(SETS, full / layout.SETS_FILE)
    assert published.equals(tables.read(SETS, run / "results/sets.parquet"))
    texts_of_sets = zip_names(full)
    for row in published.to_pylist():
        phenomenon, r = set_key(row)
        found = found_of(full, phenomenon)
        below = 1e9 if r.distance_below is None else r.distance_below
        inside = [h for h in found if r.distance_from <= h["distance"] < below]
        assert (len(inside), len({h["segment_id"] for h in inside})) == (row["hits"], row["segments"])
        assert len(found) == counts[phenomenon]
        ids = f"{phenomenon}/{r.name}/ids.txt"
        assert (ids in texts_of_sets) == bool(row["segments"])
        if row["segments"]:
            assert [int(i) for i in texts_of_sets[ids].split()] == row["segment_ids"]
    card = read_text(full / layout.CARD)
    verbs = len({h["segment_id"] for h in found_of(full, "particle_verb")})
    assert re.search(rf"\| `particle_verb` \|.*\| {counts['particle_verb']} \| {verbs} \| 0: {verbs}, 1: ", card)
    assert "Looked for and not found: `reflexive`" in card


def found_of(folder, phenomenon):
    path = folder / layout.hits(phenomenon)
    return pq.read_table(path).to_pylist() if path.is_file() else []


def zip_names(folder):
    with zipfile.ZipFile(folder / layout.TEXTS) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_plain_text_and_jsonl_say_the_same_as_parquet(full):
    source = (full / "source.de").read_text(encoding="utf-8").split("\n")
    assert source[:-1] == small_run.texts()["source"]
    texts_of_sets = zip_names(full)
    ids = [int(i) for i in texts_of_sets["particle_verb/min1/ids.txt"].split()]
    assert texts_of_sets["particle_verb/min1/source.de"].splitlines() == [source[i] for i in ids]
    assert texts_of_sets["particle_verb/min1/reference.B.en"].splitlines() == [small_run.texts()["B"][i] for i in ids]
    assert {entry.date_time for entry in zipfile.ZipFile(full / layout.TEXTS).infolist()} == {(1980, 1, 1, 0, 0, 0)}
    lines = gzip.decompress((full / layout.JSONL).read_bytes()).decode().splitlines()
    rows = [row for name in ("particle_verb", "reordering") for row in found_of(full, name)]
    assert list(map(json.loads, lines)) == rows


def test_parses_carry_the_hits_and_are_those_of_the_run(run, full):
    path = full / layout.CONLLU
    text = read_text(path)
    bank, whole = conllu.read(path), conllu.read(run / "results/source.conllu.gz")
    rows = [row for name in ("particle_verb", "reordering") for row in found_of(full, name)]
    assert bank.generator == small_run.PARSER
    assert sorted(set(bank.segment.tolist())) == sorted({row["segment_id"] for row in rows})
    for block in text.strip().split("\n\n"):
        segment = int(re.search(r"^# segment_id = (\d+)$", block, re.M)[1])
        words = {line.split("\t")[0]: line.split("\t")[1] for line in block.split("\n") if line[0] != "#"}
        found = re.findall(r"^# hit = (\w+) head=(\d+) dependent=(\d+) distance=(\d+)$", block, re.M)
        here = [row for row in rows if row["segment_id"] == segment]
        assert [(name, int(distance)) for name, _, _, distance in found] == [
            (row["phenomenon"], row["distance"]) for row in here
        ]
        verbs = [(words[h], words[d]) for name, h, d, _ in found if name == "particle_verb"]
        assert verbs == [(r["head_form"], r["dependent_form"]) for r in here if r["phenomenon"] == "particle_verb"]
        assert whole.surface[segment] == bank.surface[segment]


def test_a_hit_over_two_sentences_names_the_sentence_of_its_other_word(tmp_path):
    path = tmp_path / "parses.conllu"
    row = "{}\t{}\t_\tNOUN\t_\t_\t{}\t{}\t_\t_\n"
    one = "".join(row.format(i, w, h, r) for i, w, h, r in ((1, "a", 0, "root"), (2, "b", 1, "dep")))
    path.write_text(
        f"# generator = x\n# sent_id = 4-1\n# segment_id = 4\n{one}\n# sent_id = 4-2\n# segment_id = 4\n{one}\n"
    )
    hit = {c.name: None if c.optional else "" if str(c.type) == "string" else 0 for c in PUBLISHED_IDS.columns}
    hit |= {"segment_id": 4, "phenomenon": "p", "head_word": 1, "dependent_word": 2, "distance": 3}
    dataset_texts.write_conllu(table_of(PUBLISHED_IDS, [hit]), path, tmp_path)
    written = read_text(tmp_path / layout.CONLLU)
    assert "# segment_id = 4\n# hit = p head=2 dependent=4-2:1 distance=3\n1\ta" in written
    assert "# hit = p head=4-1:2 dependent=1 distance=3\n1\ta" in written
    with pytest.raises(InputError, match="no word 9 in segment 4"):
        dataset_texts.write_conllu(table_of(PUBLISHED_IDS, [hit | {"head_word": 9}]), path, tmp_path)


def test_the_card_says_what_a_stranger_needs(full):
    card = DatasetCard(read_text(full / layout.CARD))
    data = card.data.to_dict()
    assert (data["language"], data["license"], data["pretty_name"]) == (["de", "en"], "cc0-1.0", "Parties: all")
    assert (data["task_categories"], data["size_categories"]) == (["translation"], ["n<1K"])
    assert [c["config_name"] for c in data["configs"] if c.get("default")] == ["hits"]
    for words in (
        "Written for these tests.",
        "@misc{parties",
        "choshen-abend-2019",
        'load_dataset("FOLDER", "particle_verb", split="test")',
        "from German to English, extracted automatically from Parties in verse.",
        "The segments are those of Parties in verse.",
        "The corpus, Parties in verse:",
        "> Sie <b>kam</b> zum Fest <b>an</b>.\n>\n> She <b>arrived</b> at the party.",
        "| `good` | 79.29 | 0.9857 |",
        "![Systems and humans on each phenomenon, and systems minus humans with its interval](baseline.png)",
        "challenge-sets score FOLDER output.en",
        "For this parser no figures are shipped.",
        small_run.PARSER,
        "the 12 control samples",
    ):
        assert words in card.text, words
    assert not re.search(r"{{|{%|%}|\n\n\n", card.text.replace("{{The", ""))


def test_figures_of_a_shipped_parser_are_on_the_card(run, tmp_path):
    parser = model_figures("multilingual", None, "de").parser
    text = read_text(run / "results/source.conllu.gz").replace(small_run.PARSER, parser)
    copy = tmp_path / "run"
    shutil.copytree(run / "results", copy / "results")
    with write_text(copy / "results/source.conllu.gz") as out:
        out.write(text)
    for name in ("hits", "sets", "controls"):
        path = copy / f"results/{name}.parquet"
        table = pq.read_table(path)
        signed = tables.signed(table, tables.run_signature(table).replace(small_run.PARSER, parser))
        tables.write(with_origin(signed, replace(origin_of(table), parser=parser)), path)
    written = read_text(small_run.publish(copy, copy / "set") / layout.CARD)
    rows = dict(re.findall(r"^\| `(\w+)` \| (precision .*) \|$", written, re.MULTILINE))
    assert rows == {
        "particle_verb": r"precision 95 % of 44 hits on treebanks (de_gsd-dev\[550:\]), 97 % of 29 hits judged by a"
        " large language model in news of WMT13 and WMT21, recall 98 %"
    }
    assert "no figures" not in written


def test_sha256sum_checks_the_folder(full, tmp_path):
    copy = Path(shutil.copytree(full, tmp_path / "copy"))
    assert subprocess.run(["sha256sum", "--check", "--quiet", "--strict", layout.CHECKSUMS], cwd=copy).returncode == 0
    known = checksums.read(copy)
    assert known.keys() | {layout.CHECKSUMS} == files(copy).keys()
    assert known["source.de"] == hashlib.sha256((copy / "source.de").read_bytes()).hexdigest()
    assert checksums.changed(copy) == []
    (copy / "source.de").write_text("other\n")
    (copy / layout.SETS_FILE).unlink()
    assert checksums.changed(copy) == ["data/sets/test.parquet is missing", "source.de has changed"]


def test_ids_only_has_no_word_of_the_corpus_anywhere(run):
    """Also inside packed files, in names of files, and in the metadata of tables."""
    ids = run / "ids"
    written = small_run.texts()
    words = {w for name in ("source", "A", "B") for text in written[name] for w in re.findall(r"\w{4,}", text)}
    # What the project itself says of phenomena and sets is no text of the corpus.
    known = catalogue.load(small_run.PHENOMENA_FILE)
    own = " ".join(known[p].description + known[p].source for p in ("particle_verb", "reordering", "reflexive"))
    own += read_text(Path(write.__file__).with_name("card.md.j2")) + str(known["particle_verb"].roles)
    listed = {cell for lexicon in known["particle_verb"].lexicons("de") for row in lexicon.rows for cell in row}
    telling = {word for word in words if word not in own} - listed
    assert {"gestern", "yesterday", "Anna", "party"} <= telling
    haystack = b""
    for name, content in files(ids).items():
        haystack += name.encode() + (gzip.decompress(content) if name.endswith(".gz") else content)
        haystack += "".join(zip_names(ids).values()).encode() if name == layout.TEXTS else b""
        if name.endswith(".parquet"):
            table = pq.read_table(ids / name)
            haystack += json.dumps(table.to_pylist(), ensure_ascii=False).encode() + str(table.schema.metadata).encode()
    assert [word for word in sorted(telling) if re.search(rf"\b{word}\b".encode(), haystack)] == []
    assert not any(name.startswith(("source", layout.CONLLU, "data/segments")) for name in files(ids))
    assert {Path(name).name for name in zip_names(ids)} == {"ids.txt"}
    card = read_text(ids / layout.CARD)
    assert "challenge-sets dataset rebuild FOLDER --source source.de --reference A=reference.A.en" in card
    assert '"segments"' not in card


def test_a_folder_that_is_no_published_set_is_left_alone(run, tmp_path):
    place = tmp_path / "mine"
    place.mkdir()
    (place / "thesis.tex").write_text("years of work")
    with pytest.raises(InputError, match="is not a published set") as error:
        small_run.publish(run, place)
    assert "a folder that does not exist yet" in error.value.remedy
    assert list(tmp_path.iterdir()) == [place]
    assert files(place) == {"thesis.tex": b"years of work"}


def test_a_published_set_is_replaced_whole_and_only_by_a_whole_one(run, tmp_path, monkeypatch):
    place = small_run.publish(run, tmp_path / "set")
    before = files(place)
    small_run.publish(run, place, ids_only=True)
    assert "source.de" not in files(place)
    small_run.publish(run, place)
    assert files(place) == before

    def fail(*_):
        raise OSError("disk full")

    monkeypatch.setattr(checksums, "write", fail)
    with pytest.raises(InputError, match="cannot be written: disk full"):
        small_run.publish(run, place, ids_only=True)
    assert files(place) == before
    assert [p.name for p in tmp_path.iterdir()] == ["set"]


def test_a_published_set_of_another_source_is_not_replaced(run, tmp_path):
    place = small_run.publish(run, tmp_path / "set")
    other = json.loads((place / layout.DESCRIPTION).read_text()) | {"source_sha256": "0" * 64, "name": "news"}
    (place / layout.DESCRIPTION).write_text(json.dumps(other))
    checksums.write(place)
    before = files(place)
    with pytest.raises(InputError, match=r"the published set 'news', whose source .* is not the source of") as error:
        small_run.publish(run, place)
    assert "delete this one" in error.value.remedy
    assert files(place) == before


def test_files_of_different_runs_are_refused(run, tmp_path):
    copy = tmp_path / "run"
    shutil.copytree(run / "results", copy / "results")
    hits, sets, controls = (pq.read_table(copy / f"results/{name}.parquet") for name in ("hits", "sets", "controls"))
    signed = tables.signed(sets, tables.run_signature(sets) + "|minimum_confidence:0.5")
    for name, whole, other, words in (
        ("hits", hits, hits.slice(1), "the table of hits has"),
        ("sets", sets, signed, "their signatures differ"),
        ("controls", controls, controls.slice(20), "the controls do not fit the set particle_verb min0"),
    ):
        path = copy / f"results/{name}.parquet"
        tables.write(other, path)
        with pytest.raises(InputError, match=words):
            small_run.publish(copy, copy / "set")
        assert not (copy / "set").exists()
        tables.write(whole, path)


def test_requests_that_were_edited_since_the_run_are_warned_of(run, tmp_path, monkeypatch, caplog):
    small_run.publish(run, tmp_path / "same")
    assert "requests on the card" not in caplog.text
    path = tmp_path / "phenomena.yaml"
    path.write_text(read_text(small_run.PHENOMENA_FILE).replace("V -[compound:prt]-> P; V << P", "V -> P; V << P"))
    monkeypatch.setattr(small_run, "PHENOMENA_FILE", path)
    small_run.publish(run, tmp_path / "set")
    assert "the requests on the card are those of the file" in caplog.text


def test_the_card_shows_what_the_publisher_says_and_obeys_none_of_it(run, tmp_path):
    place = small_run.publish(
        run,
        tmp_path / "set",
        pretty_name='Sets: "of" #1 {{ d.name }} <img src=x>',
        citation="@misc{x, title={{% if %} & ---}}\n```\n# Heading\n<script>1</script>",
        source_url="javascript:alert(1)",
        licence_name="[free](http://evil.example)",
        licence_url="https://x.org/a) [b](c",
    )
    whole = read_text(place / layout.CARD)
    assert yaml.safe_load(whole.split("---\n")[1])["pretty_name"] == 'Sets: "of" #1 {{ d.name }} <img src=x>'
    text = DatasetCard(whole).text
    assert "{{ d.name }} &lt;img src=x>\n" in text
    assert "````bibtex\n@misc{x, title={{% if %} & ---}}\n```\n# Heading\n<script>1</script>\n````" in text
    assert "](javascript" not in text
    assert "[\\[free\\](http://evil.example)](<https://x.org/a%29%20[b]%28c>)" in text


def test_the_card_says_what_sets_are_compared_with(run, tmp_path):
    copy = Path(shutil.copytree(run / "results", tmp_path / "run/results"))
    table = pq.read_table(copy / "controls.parquet")
    tables.write(with_origin(table, replace(origin_of(table), pool="corpus")), copy / "controls.parquet")
    of_corpus = " ".join(read_text(small_run.publish(tmp_path / "run", tmp_path / "set") / layout.CARD).split())
    of_rest = " ".join(read_text(run / "full/README.md").split())
    assert "Differences are from all segments outside the set that have the same length" in of_rest
    assert "Differences are from all segments of the corpus that have the same length" in of_corpus
    # The paper's samples are drawn from the whole corpus whatever the pool is.
    for card in (of_rest, of_corpus):
        assert (
            "In each of the 12 control samples, each segment of a set is replaced by a random one of the corpus" in card
        )


def test_what_is_no_part_of_a_set_is_not_deleted_with_it(run, tmp_path):
    place = small_run.publish(run, tmp_path / "set")
    (place / ".snakemake_timestamp").touch()
    small_run.publish(run, place)
    (place / "scores.csv").write_text("mine")
    with pytest.raises(InputError, match=r"replaced with everything in it, but scores\.csv does not belong to it"):
        small_run.publish(run, place)
    assert (place / "scores.csv").read_text() == "mine"


def test_the_folder_one_is_in_and_a_link_to_one_are_written_too(run, tmp_path, monkeypatch):
    place = small_run.publish(run, tmp_path / "set")
    (tmp_path / "link").symlink_to(place)
    written = files(place)
    small_run.publish(run, tmp_path / "link", name="parties")
    assert (tmp_path / "link").is_symlink()
    monkeypatch.chdir(place)
    small_run.publish(run, ".", name="parties")
    monkeypatch.chdir(tmp_path)
    assert files(place).keys() == written.keys()
    assert {f.name for f in tmp_path.iterdir()} == {"set", "link"}


def test_publishing_asks_for_a_licence_before_it_reads_anything():
    with pytest.raises(InputError, match="has no licence"):
        run_results.contents(
            CorpusFolder(Path("none")),
            phenomena_file="none",
            metrics={},
            statistics=StatisticsSettings(),
            settings=PublishSettings(),
        )
