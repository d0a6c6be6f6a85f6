"""Opening what a config names: each mistake is refused with file, line, reason and remedy, before anything runs."""

import json
import re

import pytest

from extractors import __main__ as cli
from extractors.config.config_findings import ConfigFindings
from extractors.config.opening import open_run
from extractors.config.run import build_config, read_config
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
SUITE = """\
phenomena_file: p.yaml
suites:
  verbs:
    format: popovic
    file: en.but.test
    options: {expected: en.expected}
    target_language: de
    systems:
      x: out.de
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
    "en.but.test": "I like tea, but no coffee.\nIt is not red but blue.\n",
    "en.expected": "aber/pero/ali\nsondern/sino/nego\n",
    "out.de": "Ich mag Tee, aber keinen Kaffee.\nNicht rot, sondern blau.\n",
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def found(folder, config=CONFIG):
    (folder / "c.yaml").write_text(config, encoding="utf-8")
    values, files = read_config(["c.yaml"])
    findings = ConfigFindings(files)
    with findings.each():
        open_run(build_config(values, files, findings), findings)
    return findings


def line_of(config, text):
    return next(number for number, line in enumerate(config.split("\n"), 1) if text in line)


def test_a_config_in_order_has_no_faults(folder):
    findings = found(folder)
    assert findings.errors == []
    assert findings.open_points == []


FEWER = "".join(FILES["b.en"].splitlines(keepends=True)[:2])


@pytest.mark.parametrize(
    ("file", "text", "line", "named", "reason", "remedy"),
    [
        ("b.en", FEWER, 3, "B: b.en", "2 segments, but the source s.de has 3", "one line a segment"),
        ("x.en", FILES["x.en"] + "More.\n", 4, "systems", "4 segments, but", "one line a segment"),
        ("y.en", "", None, "systems", "the file is empty", "give"),
        ("docs", "one\n", 2, "document: docs", "1 segments, but", "one line a segment"),
        ("hard.jsonl", '{"s": 1}\n', 2, "sentinel", "1 numbers, but the source s.de has 3 segments", "one number a"),
        ("hard.jsonl", '{"s": 1}\n{"s": "-"}\n{"s": 1}\n', 2, "sentinel", "'-' is not a finite", "every segment"),
        ("comet.tsv", "x\n0.1\n0.2\n0.3\n", 1, "comet", "no column 'y'", "say with systems"),
        ("comet.tsv", "x\ty\n0.1\t0.1\n0.2\tbad\n0.3\t1\n", 3, "comet", "'bad' is not a", "number"),
        ("comet.tsv", "x\ty\n0.1\t0.1\n0.2\t0.1\n", None, "comet", "no score of segment 2", "missing: allow"),
        ("comet.tsv", "x\ty\tz\n1\t1\t1\n", 1, "comet", "unknown column 'z'|column 'z'", "ignore"),
        ("links.B", "0-0\n", 2, "align:", "number of lines, 1, is not the number of segments, 3", "one line a segment"),
        ("links.A", "0-0\n5-0\n\n", 2, "align:", "link 5-0 points at source word 5", "counted from 0"),
        ("links.A", "0-0\n0:0\n\n", 2, "align:", "'0:0' is not a link", "SOURCE-TARGET"),
        ("s.conllu", FILES["s.conllu"].replace("blieb", "ging"), 6, "parse:", "parses are not those", "exactly these"),
        ("s.conllu", "no tree\n", 1, "parse:", "", ""),
    ],
)
def test_a_fault_in_a_file_names_it_and_the_value_that_led_there(folder, file, text, line, named, reason, remedy):
    (folder / file).write_text(text, encoding="utf-8")
    (error,) = found(folder).errors
    assert (str(error.path), error.line) == (file, line)
    assert re.search(reason, error.problem)
    assert error.problem.endswith(f"(named in c.yaml:{line_of(CONFIG, named)})")
    assert remedy in error.remedy


PHARAOH = '{aligner: pharaoh, model: "links.{reference}", options: {tokens: whitespace}}'


@pytest.mark.parametrize(
    ("old", "new", "named", "reason", "remedy"),
    [
        ("bleu: {}", "bleu: {tokenize: zhh}", "bleu", "unknown tokenizer 'zhh'", "did you mean 'zh'"),
        ("bleu: {}", "bleu: {tokenise: zh}", "bleu", "unknown option of bleu 'tokenise'", "did you mean 'tokenize'"),
        ("bleu: {}", "bleu: {lowercase: 1}", "bleu", "lowercase of bleu must be true or false, got 1", "README.md"),
        ("{parser: conllu, model: s.conllu}", "{parser: spacy}", "parse", "spaCy pipeline for 'de'", "spaCy pipeline"),
        ("model: s.conllu}", "model: s.conllu, options: {x: 1}}", "parse", "unknown option of conllu 'x'", "known"),
        ("tokens: whitespace", "reverse: false", "align", "tokens is None", "say which words the links count"),
        ("tokens: whitespace", "tokens: ours, reverse: so", "align", "must be true or false, got 'so'", "README.md"),
        ('"links.{reference}"', "links.A", "align", "links.A, for the references A and B", "one file"),
        ("pharaoh,", "simalign,", "align", "unknown option of simalign 'tokens'", "token_type"),
        (
            "whitespace}}",
            "whitespace}, minimum_confidence: 0.5}",
            "align",
            "links have no confidence",
            "0-2:0.93",
        ),
        ("corpora:", "results: /proc/x\ncorpora:", "results", "can be written in /proc/x", "a folder on a disk"),
        ("cc-by-4.0", "cc-by-nd-4.0", "publish", "forbids to pass on", "ids_only"),
        (
            "metrics:",
            "minimum_confidence: 0.5\nmetrics:",
            "minimum_confidence",
            "no word has a confidence",
            "multilingual",
        ),
    ],
)
def test_a_fault_of_a_value_has_its_line_in_the_config(folder, old, new, named, reason, remedy):
    assert old in CONFIG
    config = CONFIG.replace(old, new)
    (error, *others) = found(folder, config).errors
    assert others == []
    assert (str(error.path), error.line) == ("c.yaml", line_of(config, named))
    assert reason in error.problem
    assert remedy in error.remedy


@pytest.mark.parametrize(
    ("old", "new", "line", "reason", "remedy"),
    [
        ("source_language: de", "source_language: fi", 3, "has a request for the language 'fi'", "add one"),
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


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"bleu: {}": "blue: {}", "compare: forms": "compare: words"}, ["20: .*'blue'", "18: .*'words'"]),
        (
            {
                "corpora:": "atlas: {corpora: {olds: 1}}\nconfounds: {covariates: [lenght]}\ncorpora:",
                "source: s.de": "source: s.fr",
                "metrics:": "suites: {s: {format: dfki, file: no.tsv}}\nmetrics:",
            },
            ["3: .*'lenght'", "2: .*'olds'", "5: .*s.fr", "21: .*no.tsv"],
        ),
    ],
)
def test_faults_of_the_config_are_said_together(folder, changes, said):
    """Of all values, then of what these name; files are opened where the config is in order."""
    config = CONFIG
    for old, new in changes.items():
        config = config.replace(old, new, 1)
    errors = found(folder, config).errors
    for error, expected in zip(errors, said, strict=True):
        assert re.match(rf"c\.yaml:{expected}", str(error))


def test_all_faults_are_said_at_once_and_each_once(folder, capsys):
    (folder / "a.en").write_text("one\n", encoding="utf-8")
    (folder / "x.en").write_text("one\n", encoding="utf-8")
    twice = CONFIG.split("\n")
    corpus = twice[2:15]
    config = "\n".join([*twice[:15], "  again:", *corpus[1:], *twice[15:]]).replace("bleu: {}", "bleu: {tokenize: zhh}")
    (folder / "c.yaml").write_text(config, encoding="utf-8")
    assert cli.main(["validate", "c.yaml"]) == 1
    errors = [line for line in capsys.readouterr().err.splitlines() if line.startswith("error: ")]
    assert [error.split(":")[1].strip() for error in errors] == ["a.en", "x.en", "c.yaml", "a.en", "x.en"]
    assert len(set(errors)) == 5


@pytest.mark.parametrize("checked", [True, False])
def test_swapped_texts_are_refused_unless_the_config_says_to_go_on(folder, checked):
    for name, language in {"s.de": "en", "a.en": "de", "b.en": "de", "x.en": "de", "y.en": "de"}.items():
        (folder / name).write_text("\n".join(text_in(language, 1000)), encoding="utf-8")
    config = f"check_languages: {str(checked).lower()}\n{CONFIG}"
    problems = [error.problem for error in found(folder, config).errors if "looks like" in error.problem]
    assert [problem.partition(" looks")[0] for problem in problems] == [
        *["the source", "the output of x", "the output of y"] * checked
    ]


def test_a_folder_with_outputs_of_other_pairs_gets_the_pattern_of_the_right_ones(folder):
    (folder / "all").mkdir()
    for name, lines in {"t.de-en.hyp.A.1.en": 3, "t.de-en.hyp.A.2.en": 3, "t.en-de.hyp.A.de": 2, "other": 1}.items():
        (folder / "all" / name).write_text("a\n" * lines)
    config = CONFIG.replace("{x: x.en, y: y.en}", "all").replace("    segment_scores:\n      comet: comet.tsv\n", "")
    (error,) = found(folder, config).errors
    assert "2 of 4 outputs do not fit, such as all/other:2: 1 segments" in error.problem
    assert "all/t.de-en.hyp.A.{system}.en" in error.remedy


def test_the_scores_of_a_test_set_are_none_that_a_first_run_lacks(folder):
    place = build.mteval(folder / "set")
    (folder / "links.refA").write_text("0-0\n0-0\n0-0\n")
    parse, align = CONFIG.split("\n")[14:16]
    sources = "".join(f"1\t{text}\t_\tX\t_\t_\t0\troot\t_\t_\n\n" for text in build.SOURCE)
    (folder / "s.conllu").write_text(sources, encoding="utf-8")
    config = f"corpora:\n  owls:\n    from: {place}\n    phenomena: [reordering]\n{parse}\n{align}\n"
    assert found(folder, f"accuracy: {{enabled: false}}\n{config}").errors == []


def test_a_placeholder_output_is_warned_of(folder, caplog):
    (folder / "y.en").write_text("dummy\n" * 3, encoding="utf-8")
    assert found(folder).errors == []
    assert "y.en: 3 of 3 hypotheses are 'dummy': a placeholder" in caplog.text


def test_texts_of_another_order_are_said_and_others_refused(folder, caplog):
    build.write(folder / "set/source.de", build.lines(FILES["s.de"].splitlines()[::-1]))
    build.write(folder / "set/de-en.docs", build.lines(f"news\t{name}" for name in "cba"))
    build.write(folder / "set/reference.A.en", build.lines("cba"))
    place = f'"testset:wmt24:{folder}/set#de-en#document"'
    assert found(folder, CONFIG.replace("document: docs", f"document: {place}")).errors == []
    assert "has the texts of s.de in another order, and is put in that order (2 of 3 lines move)" in caplog.text
    (folder / "s.de").write_text(FILES["s.de"].replace("blieb", "bleibt"), encoding="utf-8")
    (folder / "s.conllu").write_text(FILES["s.conllu"].replace("blieb", "bleibt"), encoding="utf-8")
    errors = found(folder, CONFIG.replace("document: docs", f"document: {place}")).errors
    assert "its source 'Er blieb.' is not in s.de, whose line 2, 'Er bleibt.'" in str(errors[0])


def test_what_only_the_run_can_tell_is_said_in_the_last_line(folder, capsys):
    score_by = "score_by: {m: {model: no/such-model, download: true}}"
    config = f"{CONFIG}suites:\n  p: {{format: lingeval97, file: pairs.json, {score_by}}}\n"
    pair = {"source": "a", "reference": "b", "errors": [{"type": "np_agreement", "contrastive": "c"}]}
    (folder / "pairs.json").write_text(json.dumps([pair]), encoding="utf-8")
    (folder / "c.yaml").write_text(config, encoding="utf-8")
    assert cli.main(["validate", "c.yaml"]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert "Only a run can tell whether time, memory and disk suffice; " in last
    assert "whether no/such-model can be fetched, and fits" in last


def test_a_source_alone_needs_no_aligner_and_no_metric(folder):
    config = "phenomena_file: p.yaml\ncorpora:\n  one:\n    source_language: de\n    source: s.de\n"
    config += (
        "    parse: {parser: conllu, model: s.conllu}\nalign: {aligner: pharaoh}\nmetrics: {bleu: {tokenize: zhh}}\n"
    )
    assert found(folder, config).errors == []


@pytest.mark.parametrize(
    ("old", "new", "file", "line", "reason"),
    [
        ("systems:\n      x: out.de", "systems:\n      x: a.en", "a.en", None, "3 outputs for a suite of 2 items"),
        ("format: popovic", "format: dfki", "c.yaml", 5, "unknown option of dfki 'expected'"),
        ("    systems:\n      x: out.de\n", "", "en.but.test", None, "no systems to judge"),
        ("    systems", "    judge: rules\n    systems", "c.yaml", 8, "no item has what the judge 'rules'"),
        (
            "    systems",
            "    judge_options: {aligner: 3}\n    systems",
            "c.yaml",
            8,
            "aligner of lexical_choice must be",
        ),
        ("    systems", "    sources: s.de\n    systems", "out.de", None, "2 outputs for the 3 sources"),
        ("    systems", "    changes: {since: s.de}\n    systems", "s.de", None, "is not a table of judgments"),
        ("    systems", "    score_by: {m: {model: ./none}}\n    systems", "c.yaml", 8, "not on this machine: ./none"),
    ],
)
def test_a_suite_is_read_with_its_outputs(folder, old, new, file, line, reason):
    assert old in SUITE
    assert found(folder, SUITE).errors == []
    (error,) = found(folder, SUITE.replace(old, new)).errors
    assert reason in error.problem
    assert (str(error.path), error.line) == (file, line)
    assert error.remedy
