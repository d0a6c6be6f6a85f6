"""A published set as a test suite of WMT, and what comes back."""

import json
from dataclasses import replace
from operator import itemgetter

import pyarrow as pa
import pytest

from extractors import __main__ as cli
from extractors.core.errors import InputError
from extractors.core.files import state
from extractors.formats import tables
from extractors.formats.covariates import COVARIATES
from extractors.formats.scores import SCORES
from extractors.inputs.evaluation_sets import read_set
from extractors.publish.read import read
from extractors.publish.wmt_suite import documents_of, returned, write_suite
from tests.builders import small_run
from tests.builders.rows import table_of


@pytest.fixture(scope="module")
def published(run):
    """The set of the small run, in documents of four segments, but the last four segments are of none."""
    found = read(run / "full", hits=True)
    rows = found.covariates.to_pylist()
    for number, row in enumerate(rows):
        row["document"] = None if number >= len(rows) - 4 else f"tale.{number // 4}"
        row["domain"] = "news" if number < 40 else "social"
    covariates = table_of(COVARIATES, rows).replace_schema_metadata(found.covariates.schema.metadata)
    return replace(found, covariates=covariates)


class Suite:
    """A suite in a folder, and what systems give back of it."""

    def __init__(self, published, folder):
        self.published, self.folder, self.path = published, folder, folder / "owls.jsonl"
        folder.mkdir(exist_ok=True)
        self.documents = write_suite(published, self.path, name="owls", languages=("deu_Latn", "eng_Latn"))
        self.records = [json.loads(line) for line in self.path.read_text(encoding="utf-8").splitlines()]

    def give_back(self, system, texts, change=lambda _name, text: text):
        """Write the outputs of a system; `change` gets each document's name and hypothesis, and may give None."""
        lines = []
        for document, record in zip(documents_of(self.published), self.records, strict=True):
            parts = [texts[segment] for segment in document.segments]
            text = parts[0] if len(parts) == 1 else "\n".join(f"<p>{part}</p>" for part in parts)
            if (text := change(document.name, text)) is not None:
                lines.append(json.dumps({"doc_id": record["doc_id"], "hypothesis": text, "metadata": {}}) + "\n")
        path = self.folder / f"systems/{system}.jsonl"
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(lines), encoding="utf-8")
        state.cache_clear()

    def read(self):
        return returned(self.published, read_set(self.place))

    @property
    def place(self):
        return f"genmt:{self.folder}#deu_Latn-eng_Latn:owls"


@pytest.fixture
def suite(published, tmp_path):
    return Suite(published, tmp_path / "suite")


TEXTS = small_run.texts()


def test_every_segment_is_a_paragraph_of_its_document(suite):
    assert suite.documents == 17 + 4
    first, last = suite.records[0], suite.records[-1]
    assert first["doc_id"] == "owls_###_news_###_deu_Latn_###_eng_Latn_###_tale.0"
    assert first["src_text"] == "\n".join(f"<p>{text}</p>" for text in TEXTS["source"][:4])
    assert (first["domain"], first["src_lang"], first["tgt_lang"]) == ("news", "deu_Latn", "eng_Latn")
    assert (first["refs"], last["src_text"]) == ({}, TEXTS["source"][-1])
    assert "from German to English" in first["prompt_instruction"]
    assert last["doc_id"].endswith("_###_segment-71")


def test_references_go_with_it_if_they_are_wanted(published, tmp_path):
    write_suite(published, tmp_path / "a.jsonl", name="owls", references=True)
    record = json.loads((tmp_path / "a.jsonl").read_text(encoding="utf-8").splitlines()[-1])
    assert record["refs"] == {"A": {"ref": TEXTS["A"][-1]}, "B": {"ref": TEXTS["B"][-1]}}


def test_what_comes_back_is_found_by_document_and_paragraph(suite):
    for system in ("good", "bad"):
        suite.give_back(system, TEXTS[system])
    back = suite.read()
    assert back.kept == list(range(72))
    assert back.left_out == []
    assert back.outputs == {system: TEXTS[system] for system in ("good", "bad")}


def test_documents_that_do_not_fit_are_left_out_for_all_and_said(suite):
    """Another number of paragraphs, or none; where a document is one segment its output is never in doubt."""

    def change(name, text):
        return {
            "tale.0": None,
            "tale.2": text.replace("</p>\n<p>", " "),
            "segment-70": f"<p>{text}</p><p>x</p>",
        }.get(name, text)

    suite.give_back("good", TEXTS["good"])
    suite.give_back("bad", TEXTS["bad"], change)
    back = suite.read()
    assert back.kept == [n for n in range(72) if n not in {*range(4), *range(8, 12)}]
    assert back.outputs["good"] == [TEXTS["good"][n] for n in back.kept]
    assert [(document.name, problem) for document, _, problem in back.left_out] == [
        ("tale.0", "has no output of bad"),
        ("tale.2", "has another number of paragraphs than its 4 in what bad gave"),
    ]
    line = back.left_out[1][1]
    assert (line.path, line.number) == (suite.path, 3)


def test_documents_of_wmts_own_test_set_do_not_disturb(suite):
    suite.give_back("good", TEXTS["good"])
    other = {"doc_id": "WMT26_###_news_###_deu_Latn_###_eng_Latn_###_tale.0", "hypothesis": "Something else."}
    with (suite.folder / "systems/good.jsonl").open("a", encoding="utf-8") as out:
        out.write(json.dumps(other) + "\n")
    assert suite.read().outputs["good"] == TEXTS["good"]


def test_a_suite_of_another_set_is_refused_with_its_line(suite):
    suite.give_back("good", TEXTS["good"])
    text = suite.path.read_text(encoding="utf-8").replace("Er hörte", "Er starrte", 1)
    suite.path.write_text(text, encoding="utf-8")
    state.cache_clear()
    with pytest.raises(InputError, match=r"the source of tale\.0 is another one") as caught:
        suite.read()
    assert (caught.value.path, caught.value.line) == (suite.path, 1)


def test_nothing_that_came_back_is_refused(suite):
    with pytest.raises(InputError, match="there is no output of any system"):
        suite.read()
    suite.give_back("good", TEXTS["good"], lambda _name, text: None if "<p>" in text else text)
    (suite.folder / "systems/bad.jsonl").write_text(
        json.dumps({"doc_id": suite.records[0]["doc_id"], "hypothesis": "x"}) + "\n", encoding="utf-8"
    )
    state.cache_clear()
    with pytest.raises(InputError, match="none of the 21 documents"):
        suite.read()


@pytest.mark.parametrize(
    ("name", "change", "match"),
    [
        ("WMT27", {}, "name like WMT's own"),
        ("an owl", {}, "cannot be the name of a test suite"),
        ("owls", {"document": "a_###_b"}, "cannot be part of the id"),
        ("owls", {"source": "<p>Tag"}, "has <p> or </p>"),
    ],
)
def test_what_the_form_cannot_hold_is_refused(published, tmp_path, name, change, match):
    source, covariates = list(published.source), published.covariates
    if "document" in change:
        place = covariates.column_names.index("document")
        covariates = covariates.set_column(place, "document", pa.array([change["document"]] * len(covariates)))
    if "source" in change:
        source[0] = change["source"]
    with pytest.raises(InputError, match=match) as caught:
        write_suite(replace(published, source=source, covariates=covariates), tmp_path / "a.jsonl", name=name)
    assert caught.value.remedy


def test_systems_are_asked_for_the_languages_of_the_codes_and_those_of_the_set_may_be_unknown(published, tmp_path):
    described = published.description.model_copy(update={"target_language": "und"})
    alone = replace(published, description=described)
    with pytest.raises(InputError, match="the target language of the set is not named") as refused:
        write_suite(alone, tmp_path / "owls.jsonl", name="owls")
    assert "--languages eng_Latn-deu_Latn" in refused.value.remedy
    write_suite(alone, tmp_path / "owls.jsonl", name="owls", languages=("ces_Latn", "zho_Hant"))
    (first, *_) = map(json.loads, (tmp_path / "owls.jsonl").read_text(encoding="utf-8").splitlines())
    assert "from Czech to Chinese (Traditional)." in first["prompt_instruction"]


def score(folder, capsys, *arguments):
    assert cli.main(["score", *map(str, arguments), "-o", str(folder / "scores.csv")]) == 0
    return tables.read(SCORES, folder / "scores.csv"), capsys.readouterr()


def test_scores_of_what_came_back_are_those_of_its_lines(run, tmp_path, capsys):
    assert (
        cli.main(["dataset", "wmt-suite", str(run / "full"), "--name", "owls", "-o", str(tmp_path / "s/owls.jsonl")])
        == 0
    )
    assert "72 paragraphs in 72 documents" in capsys.readouterr().out
    plain = Suite(read(run / "full"), tmp_path / "s")
    plain.give_back("good", TEXTS["good"])
    (tmp_path / "good.txt").write_text("".join(f"{text}\n" for text in TEXTS["good"]), encoding="utf-8")
    by_lines, _ = score(tmp_path, capsys, run / "full", f"good={tmp_path / 'good.txt'}")
    by_documents, _ = score(tmp_path, capsys, run / "full", "--returned", plain.place)
    assert by_lines.to_pylist() == by_documents.to_pylist()
    # Without a document the others are scored, and the signature says of how many segments.
    plain.give_back("good", TEXTS["good"], lambda name, text: None if name == "segment-2" else text)
    part, said = score(tmp_path, capsys, run / "full", "--returned", plain.place)
    assert "segment-2 has no output of good: left out" in said.err
    assert all("segments:71" in row["signature"] for row in part.to_pylist())
    key = itemgetter("phenomenon", "metric", "kind", "distance_from")
    whole = {key(row): row["n"] for row in by_lines.to_pylist()}
    less = {key(row): row["n"] for row in part.to_pylist()}
    assert all(whole[place] - less[place] in (0, 1) for place in less)
    assert whole != less


def test_other_outputs_beside_what_came_back_are_refused(run, tmp_path, capsys):
    assert cli.main(["score", str(run / "full"), str(tmp_path / "x"), "--returned", "genmt:x#a-b:c"]) == 1
    assert "--returned already names outputs" in capsys.readouterr().err
    assert cli.main(["score", "--systems", "x", "--reference", "y", "--returned", "genmt:x#a-b:c"]) == 1
    assert "only works with a published set" in capsys.readouterr().err
