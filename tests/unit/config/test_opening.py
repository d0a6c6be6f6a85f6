"""Opening what a config names: a mistake is refused with file, line, reason and remedy, before anything runs."""

import re
from pathlib import Path

import pytest

from extractors import __main__ as cli
from extractors.config.opening import open_run
from extractors.config.run import build_config, read_config
from extractors.core.errors import InputError
from tests.builders import test_sets as build
from tests.unit.inputs.test_text_language import text as text_in

PHENOMENA = """\
phenomena:
  - {id: particle, pair: [V, P], requests: {de: ["pattern { V -[compound:prt]-> P }"]}}
"""
CONFIG = """\
phenomena_file: p.yaml
corpora:
  news:
    source_language: de
    target_language: en
    source: s.de
    references:
      A: a.en
      B: b.en
    systems: {x: x.en, y: y.en}
    document: docs
    covariates: {sentinel: hard.jsonl#s}
    segment_scores:
      comet: comet.tsv
    parse: {parser: conllu, model: s.conllu}
    align: {aligner: pharaoh, model: "links.{reference}", options: {tokens: whitespace}}
accuracy:
  compare: forms
metrics:
  bleu: {}
publish:
  licence: cc-by-4.0
  attribution: us
"""
FILES = {
    "p.yaml": PHENOMENA,
    "s.de": "Sie kam an.\nEr blieb.\nWir gehen.\n",
    "a.en": "She arrived.\nHe stayed.\nWe go.\n",
    "b.en": "She came.\nHe remained.\nWe walk.\n",
    "x.en": "She arrived.\nHe kept.\nWe go.\n",
    "y.en": "She is.\nHe has.\nWe do.\n",
    "docs": "one\none\ntwo\n",
    "hard.jsonl": '{"s": 0.5}\n{"s": -1}\n{"s": 2}\n',
    "comet.tsv": "x\ty\n0.5\t0.4\n0.1\t0.2\n0.9\t0.8\n",
    "links.A": "0-0 1-1\n0-0\n1-1\n",
    "links.B": "0-0 1-1\n0-0\n1-1\n",
    "s.conllu": "".join(
        "".join(f"{n}\t{form}\t_\t_\t_\t_\t{0 if n == 2 else 2}\tdep\t_\t_\n" for n, form in enumerate(text.split(), 1))
        + "\n"
        for text in ("Sie kam an .", "Er blieb .", "Wir gehen .")
    ),
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def opened(folder, config=CONFIG):
    (folder / "c.yaml").write_text(config, encoding="utf-8")
    return list(open_run(build_config(*read_config(["c.yaml"]))))


def refused(folder, config=CONFIG):
    with pytest.raises(InputError) as caught:
        opened(folder, config)
    return caught.value


def test_a_config_in_order_is_opened_with_its_texts(folder):
    ((corpus, texts, outputs),) = opened(folder)
    assert (corpus.name, texts.source) == ("news", FILES["s.de"].splitlines())
    assert list(texts.references) == ["A", "B"]
    assert outputs == {name: FILES[f"{name}.en"].splitlines() for name in "xy"}


FEWER = "".join(FILES["b.en"].splitlines(keepends=True)[:2])


@pytest.mark.parametrize(
    ("file", "text", "line", "reason", "remedy"),
    [
        ("b.en", FEWER, 3, "2 segments, but the source s.de has 3", "one line for each segment"),
        ("x.en", FILES["x.en"] + "More.\n", 4, "4 segments, but", "one line for each segment"),
        ("y.en", "", None, "the file is empty", "give"),
        ("docs", "one\n", 2, "1 segments, but", "one line for each segment"),
        ("hard.jsonl", '{"s": 1}\n', 2, "1 numbers, but the source s.de has 3 segments", "one number for each"),
        ("hard.jsonl", '{"s": 1}\n{"s": "-"}\n{"s": 1}\n', 2, "'-' is not a finite", "every segment"),
        ("comet.tsv", "x\n0.1\n0.2\n0.3\n", 1, "no column 'y'", "give its name in the file"),
        ("comet.tsv", "x\ty\n0.1\t0.1\n0.2\tbad\n0.3\t1\n", 3, "'bad' is not a", "number"),
        ("comet.tsv", "x\ty\n0.1\t0.1\n0.2\t0.1\n", None, "no score for segment 2", "missing: allow"),
        ("comet.tsv", "x\ty\tz\n1\t1\t1\n", 1, "unknown column 'z'|column 'z'", "ignore"),
        ("s.conllu", FILES["s.conllu"].replace("blieb", "ging"), 6, "parses do not match", "exactly these"),
        ("s.conllu", "no tree\n", 1, "", ""),
    ],
)
def test_a_fault_in_a_file_names_it(folder, file, text, line, reason, remedy):
    (folder / file).write_text(text, encoding="utf-8")
    error = refused(folder)
    assert (str(error.path), error.line) == (file, line)
    assert re.search(reason, error.problem)
    assert remedy in error.remedy


@pytest.mark.parametrize(
    ("old", "new", "reason", "remedy"),
    [
        ("bleu: {}", "bleu: {tokenize: zhh}", "unknown tokenizer 'zhh'", "did you mean 'zh'"),
        ("bleu: {}", "bleu: {tokenise: zh}", "unknown option of bleu 'tokenise'", "did you mean 'tokenize'"),
        ("bleu: {}", "bleu: {lowercase: 1}", "lowercase of bleu must be true or false, got 1", "README.md"),
        ("{parser: conllu, model: s.conllu}", "{parser: spacy}", "spaCy pipeline for 'de'", "spaCy pipeline"),
        ("{parser: conllu, model: s.conllu}", "{model: ./no}", "not on this machine: ./no (parser)", "shipped models"),
        ("model: s.conllu}", "model: s.conllu, options: {x: 1}}", "unknown option of conllu 'x'", "known"),
        ("tokens: whitespace", "reverse: false", "tokens is None", "say which words the links count"),
        ("tokens: whitespace", "tokens: ours, reverse: so", "must be true or false, got 'so'", "README.md"),
        ('"links.{reference}"', "links.C", "not on this machine: links.C (links)", "one line for each segment"),
        ("pharaoh,", "simalign,", "unknown option of simalign 'tokens'", "token_type"),
        pytest.param(
            *("corpora:", "results: /proc/x\ncorpora:", "cannot be created in /proc/x", "a folder on a disk"),
            marks=pytest.mark.skipif(not Path("/proc").is_dir(), reason="no /proc"),
        ),
        ("metrics:", "minimum_confidence: 0.5\nmetrics:", "no word has a confidence", "multilingual"),
    ],
)
def test_a_fault_of_a_value_is_refused(folder, old, new, reason, remedy):
    assert old in CONFIG
    error = refused(folder, CONFIG.replace(old, new))
    assert reason in error.problem
    assert remedy in error.remedy


@pytest.mark.parametrize(
    ("old", "new", "line", "reason", "remedy"),
    [
        ("source_language: de", "source_language: fi", 3, "has a request for the language 'fi'", "add a request"),
        ("source: s.de", "source: s.fr", 3, "no such file", "relative to the folder"),
        ("bleu: {}", "comet: {}", 20, "unknown metric 'comet'", "`segment_scores:` of a corpus"),
    ],
)
def test_what_the_config_itself_shows_is_refused_first(folder, capsys, old, new, line, reason, remedy):
    (folder / "c.yaml").write_text(CONFIG.replace(old, new), encoding="utf-8")
    assert cli.main(["validate", "c.yaml"]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"error: c.yaml:{line}: ")
    assert reason in said
    assert remedy in said.partition("remedy: ")[2]


@pytest.mark.parametrize("checked", [True, False])
def test_swapped_texts_are_refused_unless_the_config_says_to_go_on(folder, checked):
    for name, language in {"s.de": "en", "a.en": "de", "b.en": "de", "x.en": "de", "y.en": "de"}.items():
        (folder / name).write_text("\n".join(text_in(language, 1000)), encoding="utf-8")
    config = f"check_languages: {str(checked).lower()}\n{CONFIG}"
    # Else the next fault is that of the names, which are too few.
    problem = refused(folder, config).problem
    assert problem.startswith("the source looks like" if checked else "3 segments, but the source s.de has")


def test_the_scores_of_a_test_set_are_none_that_a_first_run_lacks(folder):
    place = build.mteval(folder / "set")
    (folder / "links.refA").write_text("0-0\n0-0\n0-0\n")
    parse, align = CONFIG.split("\n")[14:16]
    sources = "".join(f"1\t{text}\t_\tX\t_\t_\t0\troot\t_\t_\n\n" for text in build.SOURCE)
    (folder / "s.conllu").write_text(sources, encoding="utf-8")
    config = f"corpora:\n  owls:\n    from: {place}\n    phenomena: [reordering]\n{parse}\n{align}\n"
    assert opened(folder, f"accuracy: {{enabled: false}}\n{config}")


def test_a_placeholder_output_is_warned_of(folder, caplog):
    (folder / "y.en").write_text("dummy\n" * 3, encoding="utf-8")
    assert opened(folder)
    assert "y.en: 3 of 3 hypotheses are 'dummy': a placeholder" in caplog.text


def test_texts_of_another_order_are_said_and_others_refused(folder, caplog):
    build.write(folder / "set/source.de", build.lines(FILES["s.de"].splitlines()[::-1]))
    build.write(folder / "set/de-en.docs", build.lines(f"news\t{name}" for name in "cba"))
    build.write(folder / "set/reference.A.en", build.lines("cba"))
    place = f'"testset:wmt24:{folder}/set#de-en#document"'
    assert opened(folder, CONFIG.replace("document: docs", f"document: {place}"))
    assert "has the texts of s.de in another order, and is put in that order (2 of 3 lines move)" in caplog.text
    (folder / "s.de").write_text(FILES["s.de"].replace("blieb", "bleibt"), encoding="utf-8")
    (folder / "s.conllu").write_text(FILES["s.conllu"].replace("blieb", "bleibt"), encoding="utf-8")
    error = refused(folder, CONFIG.replace("document: docs", f"document: {place}"))
    assert "its source 'Er blieb.' is not in s.de, whose line 2, 'Er bleibt.'" in str(error)


def test_a_source_alone_needs_no_aligner_and_no_metric(folder):
    config = "phenomena_file: p.yaml\ncorpora:\n  one:\n    source_language: de\n    source: s.de\n"
    config += (
        "    parse: {parser: conllu, model: s.conllu}\nalign: {aligner: pharaoh}\nmetrics: {bleu: {tokenize: zhh}}\n"
    )
    assert opened(folder, config)


def test_validate_prints_corpora_sizes_and_what_the_audit_finds(folder, capsys):
    (folder / "x.en").write_text("She arrived.\n\nWe go.\n", encoding="utf-8")
    (folder / "c.yaml").write_text(CONFIG, encoding="utf-8")
    assert cli.main(["validate", "c.yaml"]) == 0
    said = capsys.readouterr().out
    assert "news: de to en, 3 segments\n" in said
    assert "  audit: empty: 1 segments in 1 texts; most in systems/x, 1 of 3, the first is segment_id 1\n" in said
    assert said.endswith("All is in order: config, phenomena, texts, models.\n")


def test_validate_names_a_reference_that_is_an_edited_output(folder, capsys):
    sentences = {"s.de": "Er blieb noch bis {} Uhr hier.", "a.en": "He stayed until {}.", "b.en": "He was here at {}."}
    sentences["x.en"] = sentences["b.en"]
    for name, sentence in sentences.items():
        (folder / name).write_text("".join(f"{sentence.format(n)}\n" for n in range(24)), encoding="utf-8")
    texts = "source: s.de, references: {A: a.en, B: b.en}, systems: {x: x.en}"
    news = f"{{source_language: de, target_language: en, {texts}}}"
    text = f"phenomena_file: p.yaml\ncorpora:\n  news: {news}\nalign: {{aligner: none}}\n"
    (folder / "c.yaml").write_text(text, encoding="utf-8")
    assert cli.main(["validate", "c.yaml"]) == 0
    said = capsys.readouterr().out
    assert "references/B is word for word systems/x in 24 of 24 long segments (100.0 %); left out of" in said
