"""Formats with texts: canaries, documents, paragraphs, test suites, missing segments."""

import gzip
import tarfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.core import files
from extractors.core.errors import InputError
from extractors.inputs.evaluation_sets import read_set
from extractors.inputs.testsets._paragraphs import cut
from tests.builders import test_sets as build
from tests.builders.test_sets import refused


def problems(found):
    return [remark.problem for remark in found.remarks]


def test_a_canary_is_no_segment_and_lines_count_after_it(tmp_path):
    found = read_set(build.wmt24(tmp_path, canary=True))
    assert [segment.source for segment in found.segments] == build.SOURCE
    assert found.segments[0].line.number == 2
    assert found.systems["bad"].texts == tuple(build.SYSTEMS["bad"])
    assert [(s.domain, s.document) for s in found.segments] == build.DOCUMENTS
    assert problems(found) == ["a canary and no segment: left out of every text"]


def test_a_bird_is_no_canary(tmp_path):
    place = build.wmt24(tmp_path)
    build.rewrite(tmp_path / "source.en", "The owl sleeps.", "The canary sings.")
    assert len(read_set(place).segments) == 3


def test_a_byte_order_mark_is_a_part_of_the_first_line(tmp_path):
    place = build.wmt24(tmp_path)
    build.rewrite(tmp_path / "systems/bad.de", "Eule schlafen.", "\ufeffEule schlafen.")
    assert read_set(place).systems["bad"].texts[0] == "\ufeffEule schlafen."


@pytest.mark.parametrize(
    ("documents", "match", "line"),
    [
        ([("news", "a"), ("news", "b"), ("news", "a")], "begins a second time", 3),
        ([("news", "a"), ("social", "a"), ("news", "b")], "of the domains news and social", 2),
        ([("news", "a"), ("news", ""), ("news", "b")], "not a domain, a tab and a document", 2),
        ([("news", "a"), ("news", "a")], "2 lines, but the source", 3),
    ],
)
def test_documents_that_cannot_be_are_refused(tmp_path, documents, match, line):
    place = build.wmt24(tmp_path)
    build.write(tmp_path / "en-de.docs", build.docs(documents))
    assert refused(place, match).line == line


def test_of_a_tree_a_pair_must_be_named(tmp_path):
    build.mteval(tmp_path)
    assert "cs-uk, en-de" in refused(f"wmt24:{tmp_path}", "names no language pair").remedy
    assert "cs-uk, en-de" in refused(f"mteval:{tmp_path}#en-fr", "no language pair 'en-fr'").remedy


@pytest.mark.parametrize("top", ["", "txt/"])
def test_the_files_of_wmt21_to_wmt23_are_found_by_the_pair_in_their_names(tmp_path, top):
    build.write(tmp_path / f"{top}sources/generaltest2022.en-de.src.en", build.lines(build.SOURCE))
    build.write(tmp_path / f"{top}sources/generaltest2022.de-en.src.de", build.lines(["x"]))
    build.write(tmp_path / f"{top}references/generaltest2022.en-de.ref.B.de", build.lines(build.REFERENCE))
    for system, texts in build.SYSTEMS.items():
        build.write(tmp_path / f"{top}system-outputs/generaltest2022.en-de.hyp.{system}-1.5.de", build.lines(texts))
        build.write(tmp_path / f"{top}system-outputs/generaltest2022.de-en.hyp.{system}.en", build.lines(["x"]))
    found = read_set(f"wmt22:{tmp_path}#en-de")
    assert found.languages == ("en", "de")
    assert [segment.source for segment in found.segments] == build.SOURCE
    assert {name: list(of.texts) for name, of in found.references.items()} == {"B": build.REFERENCE}
    assert {name: list(of.texts) for name, of in found.systems.items()} == {
        f"{system}-1.5": texts for system, texts in build.SYSTEMS.items()
    }
    assert "en-de, de-en" in refused(f"wmt22:{tmp_path}#en-fr", "no language pair 'en-fr'").remedy.replace(
        "de-en, en-de", "en-de, de-en"
    )


@pytest.mark.parametrize("year", ["wmt21", "mteval"])
def test_a_year_reads_whatever_layout_the_folder_has(tmp_path, year):
    wanted = {build.genmt: "#en-de", build.wmtxml: "", build.mteval: "#en-de", build.wmt24: "#en-de"}
    for number, (write, mark) in enumerate(wanted.items()):
        place = write(tmp_path / str(number))
        path = place.partition(":")[2].partition("#")[0]
        assert read_set(f"{year}:{path}{mark}") == read_set(place)


def test_scores_of_speech_are_found_whose_documents_have_another_id(tmp_path):
    place = build.genmt(tmp_path)
    for file in tmp_path.glob("systems/*.jsonl"):
        build.rewrite(file, "news_#_owls", "news_#_vid_owls")
    text = (tmp_path / "systems/bad.jsonl.gz").read_bytes()
    (tmp_path / "systems/bad.jsonl.gz").write_bytes(
        gzip.compress(gzip.decompress(text).replace(b"_owls", b"_vid_owls"))
    )
    found = read_set(place)
    assert [score.value for score in found.scores["MetricX-24"].values] == [-1.5, -2]
    assert not [remark for remark in found.remarks if "scores" in remark.problem]


def test_a_pair_of_scores_alone_has_the_sources_of_another_pair(tmp_path):
    build.genmt(tmp_path)
    scores = {"language_pair": "en-is_IS", "domain": "news", "document_id": "owls.1"}
    build.write(
        tmp_path / "automatic_scores/far.jsonl",
        build.jsonl(
            [
                scores | {"metric_scores": {"Owl": [0.25, 1]}},
                # Of a document that no file has a source of.
                scores | {"document_id": "cats", "metric_scores": {"Owl": [3]}},
            ]
        ),
    )
    for mark in ("en-is", "en-is_IS"):
        found = read_set(f"genmt:{tmp_path}#{mark}")
        assert found.languages == ("en", "is_IS")
        assert [segment.source for segment in found.segments] == ["The owl\nsleeps.", "Nobody wakes it up."]
        assert list(found.systems) == ["far"]
        assert found.systems["far"].texts == (None, None)
        assert [score.value for score in found.scores["Owl"].values] == [0.25, 1]
        assert problems(found) == ["scores of the document cats, which is not in the set: left out"]
    assert "en-is_IS" in refused(f"genmt:{tmp_path}#en-fr", "has no language pair 'en-fr'").remedy


def test_paragraphs_are_cut_at_empty_lines_and_line_breaks_stay(tmp_path):
    found = read_set(build.genmt(tmp_path))
    assert found.languages == ("en", "de_DE")
    assert [segment.source for segment in found.segments] == ["The owl\nsleeps.", "Nobody wakes it up."]
    assert {(s.domain, s.document, s.whole) for s in found.segments} == {("news", "owls.1", False)}
    assert found.systems["bad"].texts == ("Eule schlafen.", "Niemand aufwachen es.")
    assert not found.remarks


def test_another_number_of_paragraphs_keeps_the_document_whole_and_says_so(tmp_path):
    place = build.genmt(tmp_path, bad="Eule schlafen, niemand.")
    (tmp_path / "automatic_scores/good.jsonl").unlink()
    found = read_set(place)
    assert len(found.segments) == 1
    assert found.segments[0].whole
    assert found.segments[0].source == build.PARAGRAPHS["source"]
    assert found.systems["bad"].uncut == {0}
    assert found.systems["good"].uncut == frozenset()
    (remark,) = found.remarks
    assert remark.line == (tmp_path / "systems/bad.jsonl.gz", 1)
    assert remark.problem.startswith("1 paragraphs of the document owls.1, where the source has 2")


def test_scores_of_paragraphs_of_a_whole_document_are_left_out_and_named(tmp_path):
    found = read_set(build.genmt(tmp_path, bad="Eule schlafen, niemand."))
    assert not found.scores
    assert any("scores of 2 paragraphs of the document owls.1, which stays whole" in p for p in problems(found))


@pytest.mark.parametrize(
    ("file", "old", "new", "match", "line"),
    [
        ("automatic_scores/good.jsonl", "[0.5, null]", "[0.5]", "1 scores by Owl, but good has 2 paragraphs", 1),
        ("systems/good.jsonl", build.DOCUMENT, "owls", "'owls' is not the id of a document", 2),
        ("systems/good.jsonl", "ru_RU", "de_DE", "a second text of the document owls.1", 2),
    ],
)
def test_documents_of_wmt25_that_cannot_be_are_refused(tmp_path, file, old, new, match, line):
    place = build.genmt(tmp_path)
    build.rewrite(tmp_path / file, old, new)
    error = refused(place, match)
    assert (error.path, error.line) == (tmp_path / file, line)


def test_a_document_that_a_system_lacks_has_no_text_there(tmp_path):
    place = build.genmt(tmp_path)
    build.write(tmp_path / "systems/late.jsonl", build.jsonl([{"doc_id": build.DOCUMENT + "x", "hypothesis": "H"}]))
    found = read_set(place)
    assert found.systems["late"].texts == (None, None)
    assert any(p.startswith("no file has the source of the document owls.1x") for p in problems(found))
    assert any(p.startswith("late has no text of the document owls.1: 2 segments") for p in problems(found))


def test_elements_are_cut_at_their_ends_and_suites_are_left_out(tmp_path):
    found = read_set(
        build.wmt26(
            tmp_path,
            "<p>One.</p>\n<p>Two\nlines.</p>",
            {"refA": {"ref": "<p>Eins.</p>\n<p>Zwei.</p>"}},
            a="<p>Ein.</p> <p>Zwo.</p>",
        )
    )
    assert [segment.source for segment in found.segments] == ["One.", "Two\nlines."]
    assert found.references["refA"].texts == ("Eins.", "Zwei.")
    assert found.systems["a"].texts == ("Ein.", "Zwo.")
    assert problems(found) == ["a document of a test suite: left out"]


def test_values_are_matched_by_their_keys_with_or_without_the_fence(tmp_path):
    source = '```json\n{"title": "Home", "menu": {"open": "Open {{n}}", "n": 3}}\n```'
    found = read_set(build.wmt26(tmp_path, source, a='{"menu": {"n": 3, "open": "{{n}} öffnen"}, "title": "Start"}'))
    assert [segment.source for segment in found.segments] == ["Home", "Open {{n}}"]
    assert found.systems["a"].texts == ("Start", "{{n}} öffnen")


def test_other_keys_keep_the_document_whole_though_they_are_as_many(tmp_path):
    source = '{"title": "Home", "open": "Open"}'
    found = read_set(build.wmt26(tmp_path, source, a='{"title": "Start", "opened": "Offen"}'))
    assert [segment.whole for segment in found.segments] == [True]
    assert any(p.startswith("other keys in the document page.1") for p in problems(found))


def test_a_broken_object_keeps_the_document_whole(tmp_path):
    found = read_set(build.wmt26(tmp_path, '{"title": "Home", "open": "Open"}', a='{"title": "Start", "open'))
    assert found.systems["a"].texts == ('{"title": "Start", "open',)
    assert found.systems["a"].uncut == {0}


def test_a_set_without_sources_can_be_looked_at(tmp_path):
    found = read_set(build.wmt26(tmp_path, None, a="<p>Ein.</p><p>Zwo.</p>", b="<p>Ein.</p>"))
    assert [segment.source for segment in found.segments] == [None]


LINES = st.lists(st.text(alphabet="ab ", min_size=1, max_size=4).map(str.strip).filter(bool), min_size=1, max_size=2)


@given(st.lists(st.lists(LINES.map("\n".join), min_size=1, max_size=4), min_size=1), st.data())
def test_no_text_is_lost_by_cutting(texts, data):
    # What stands between paragraphs and at the ends of outputs, as language models write it.
    between, ends = st.sampled_from(["\n\n", "\n \n"]), st.sampled_from(["", "\n", "\n\n", " \n\n\n"])
    written = [f"{data.draw(ends)}{data.draw(between).join(of)}{data.draw(ends)}" for of in texts]
    found = cut(written, marked=False)
    assert found.are_cut == (len(set(map(len, texts))) == 1)
    assert [part for of in found.texts for part in "\n\n".join(of).split("\n\n")] == [p for of in texts for p in of]


def test_segments_are_matched_by_id_across_paragraphs_and_collections(tmp_path):
    found = read_set(build.wmtxml(tmp_path, omit=(2,)))
    assert [segment.id for segment in found.segments] == ["d:1", "d:2", "d:3"]
    assert found.systems["good"].texts == tuple(build.SYSTEMS["good"])
    assert found.systems["bad"].texts == (build.SYSTEMS["bad"][0], None, build.SYSTEMS["bad"][2])
    assert problems(found) == ["a document of the test suite birds: left out", "bad has no segment d:2"]


def test_a_test_suite_is_read_by_its_name(tmp_path):
    found = read_set(f"{build.wmtxml(tmp_path)}#en-de:birds")
    assert [segment.source for segment in found.segments] == ["Tweet."]
    assert "birds" in refused(f"{build.wmtxml(tmp_path)}#en-de:cats", "no documents of the test suite").remedy


def test_outputs_in_a_file_of_their_own_are_laid_on_the_source(tmp_path):
    first = build.wmtxml(tmp_path, texts=("src", "ref"), name="src.xml")
    found = read_set(f"{first} + {build.wmtxml(tmp_path, texts=('src', 'hyp'), name='hyp.xml')}")
    assert (list(found.references), sorted(found.systems)) == (["A"], ["bad", "good"])
    place = f"{first} + {build.wmtxml(tmp_path, texts=('src', 'hyp'), name='other.xml')}"
    build.rewrite(tmp_path / "other.xml", "The owl sleeps.", "The owl wakes.")
    assert refused(place, "another source of segment d:1").line == 3


def test_formats_and_paths_are_told_apart(tmp_path):
    assert "wmt24" in refused(str(tmp_path), "is not of the form FORMAT:PATH").remedy
    assert "did you mean 'wmt'" in refused(f"wmt42:{tmp_path}", "unknown format").remedy
    folder = tmp_path / "a + b#c"
    assert len(read_set(build.wmt24(folder)).segments) == 3


def test_texts_are_composed_and_have_one_kind_of_line_break(tmp_path):
    place = build.genmt(tmp_path, source="Cafe\u0301\r\nowl\n\nB")
    assert read_set(place).segments[0].source == "Café\nowl"


def test_a_test_suite_of_wmt26_is_read_by_its_name(tmp_path):
    build.wmt26(tmp_path, "Text", good="Text")
    found = read_set(f"genmt:{tmp_path}#eng_Latn-deu_Latn:mysuite")
    assert [(s.document, s.domain) for s in found.segments] == [("1", "x")]
    assert found.systems["good"].texts == ("Suite",)
    assert problems(found) == []
    error = refused(f"genmt:{tmp_path}#eng_Latn-deu_Latn:mysuit", "no documents of the test suite 'mysuit'")
    assert "did you mean 'mysuite'" in error.remedy


def test_a_document_that_stands_twice_in_xml_is_refused(tmp_path):
    place = build.wmtxml(tmp_path)
    path = tmp_path / "set.xml"
    text = path.read_text(encoding="utf-8")
    build.write(path, text.replace('id="s" testsuite="birds"', 'id="d"'))
    error = refused(place, "a second document 'd'")
    assert (error.path, error.line) == (path, text[: text.index('id="s"')].count("\n") + 1)


def test_scores_of_wmt25_without_the_outputs_count_where_there_are_no_references(tmp_path):
    place = build.genmt(tmp_path)
    scores = (tmp_path / "automatic_scores/good.jsonl").read_text(encoding="utf-8")
    path = build.write(tmp_path / "automatic_scores/best.jsonl", scores)
    found = read_set(place)
    assert {score.system for score in found.scores["Owl"].values} == {"good", "best"}
    assert not any(found.systems["best"].texts)
    assert not [r.line for r in found.remarks if r.line.path == path]


@pytest.mark.parametrize("kind", ["pax", "members"])
def test_an_archive_of_headers_alone_is_bounded_as_texts_are(tmp_path, monkeypatch, kind):
    monkeypatch.setattr(files, "LARGEST", 100_000)
    path = tmp_path / "set.tar.gz"
    with tarfile.open(path, "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for number in range(1 if kind == "pax" else 2000):
            member = tarfile.TarInfo(f"f{number}")
            member.pax_headers = {"comment": "x" * 1_000_000} if kind == "pax" else {}
            archive.addfile(member)
    monkeypatch.setattr(files, "HIGHEST_RATIO", 20)
    with pytest.raises(InputError, match="when unpacked"):
        read_set(f"mteval:{path}#en-de")
