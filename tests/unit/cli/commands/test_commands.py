"""The command line."""

import math

import pytest

from extractors import __main__ as cli
from extractors.core import wings
from extractors.extract import ingest, segment_covariates, select
from extractors.extract.control_settings import ControlSettings
from extractors.formats import all_tables, tables
from extractors.formats.covariates import values_of
from extractors.formats.effects import EFFECTS
from extractors.formats.hits import HITS
from extractors.formats.scores import SCORES, SYSTEM_COMPARISONS, SYSTEM_RANKS
from extractors.formats.sets import SETS
from extractors.inputs import places
from tests import ROOT
from tests.builders.rows import table_of
from tests.builders.sets import ranges
from tests.builders.whole import drawn_controls, found_in


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("cli")
    texts = {
        "source.de": ["Sie kam gestern zum Fest an.", "", "Er freut sich.", "Das ist ein Haus.", "Wir kennen ihn gut."],
        "ref.en": ["She arrived at the party yesterday.", "", "He is glad.", "This is a house.", "We know him well."],
        "good.en": ["She arrived at the party yesterday.", "", "He is happy.", "That is a house.", "We know him well."],
        "bad.en": ["She came yesterday to party.", "", "He pleases himself.", "This is a house.", "We knows him."],
    }
    for name, lines in texts.items():
        (place / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return place


@pytest.fixture
def here(folder, monkeypatch):
    """The same as the current folder."""
    monkeypatch.chdir(folder)
    return folder


def tables_of_sets(folder):
    """Leave the tables between parses and scores, which Snakemake makes in a run."""
    hits = found_in(folder / "source.conllu", ["particle_verb", "reflexive", "negation"], language="de")
    wanted = dict.fromkeys(hits["phenomenon"].unique().to_pylist(), ranges(minimum=[0, 2], exact=[1]))
    sets = select.select(hits, wanted)
    segments = ingest.ingest(
        source=places.parse(str(folder / "source.de")),
        references={"A": places.parse(str(folder / "ref.en"))},
        source_language="de",
        target_language="en",
    )
    tables.write(segments, folder / "segments.parquet")
    covariates = segment_covariates.measure(folder / "source.conllu", folder / "segments.parquet")
    controls = drawn_controls(sets, values_of(covariates), ControlSettings(samples=9, tolerance=20))
    for name, table in {"hits": hits, "sets": sets, "covariates": covariates, "controls": controls}.items():
        tables.write(table, folder / f"{name}.parquet")


def test_parses_and_scores_on_plain_files(here, call):
    said = ""
    for line in (
        "parse source.de --source-language de -o source.conllu",
        "",
        "score --systems good.en bad.en --reference ref.en --metrics bleu,ribes"
        " --sets sets.parquet --controls controls.parquet --covariates covariates.parquet --tables ."
        " --statistics resamples=40 --statistics trials=20 --statistics seed=3",
    ):
        if not line:
            tables_of_sets(here)
        else:
            status, said, _ = call(line)
            assert status == 0, line
    hits = tables.read(HITS, here / "hits.parquet").to_pylist()
    assert ("kam", "an", 3) in {(h["head_form"], h["dependent_form"], h["distance"]) for h in hits}
    rows = tables.read(SCORES, here / "scores.csv").to_pylist()
    assert {r["system"] for r in rows} == {"good", "bad"}
    assert "|bs:40|seed:3|" in rows[0]["signature"]
    assert any(r["difference"] is not None for r in rows)
    effects = tables.read(EFFECTS, here / "effects.csv").to_pylist()
    assert {r["systems"] for r in effects if r["difference"] is not None} == {2}
    assert {r["kind"] for r in rows} == {"minimum", "exact"}
    pairs = tables.read(SYSTEM_COMPARISONS, here / "system_comparisons.csv").to_pylist()
    assert {(r["system_a"], r["system_b"]) for r in pairs} == {("good", "bad")}
    assert {r["rank"] for r in tables.read(SYSTEM_RANKS, here / "system_ranks.csv").to_pylist()} == {1, 2}
    assert "|ar:20|seed:3|" in pairs[0]["signature"]
    assert "Whole corpus, 5 segments" in said


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("parse none.de --source-language de -o x.conllu", "none.de: no such file"),
        ("parse source.de --source-language de --parser spcy -o x.conllu", "did you mean 'spacy'"),
        ("parse source.de --source-language xx -o x.conllu", "remedy"),
        ("score --reference ref.en", "there are no outputs"),
        (
            "score --systems good.en --reference ref.en --sets sets.parquet --covariates c.parquet",
            "remedy: give --controls FILE, which a run writes",
        ),
        ("score --systems good.en --reference ref.en --covariates c.parquet", "--covariates needs --sets"),
        ("score --systems good.en --reference ref.en -o e.csv", "--output needs --sets"),
        ("show .", ".: no findings.parquet in the folder\n  remedy: scored corpora are in results/news"),
        ("show nowhere", "nowhere: no such folder\n  remedy: scored corpora are in results/news"),
    ],
)
def test_errors_are_words_and_a_status(here, refuses, line, words):
    (here / "results/news").mkdir(parents=True, exist_ok=True)
    (here / "results/news/scores.parquet").touch()
    (here / "findings.parquet").unlink(missing_ok=True)
    if "hits.parquet" in line or line == "show .":
        tables.write(table_of(HITS, []), here / "hits.parquet")
    if "sets.parquet" in line:
        tables.write(table_of(SETS, []), here / "sets.parquet")
    refuses(line, words)
    assert not (here / "x.conllu").exists()


def test_every_command_has_help_with_an_example_that_fits_a_screen(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    for name in cli.all_command_names():
        with pytest.raises(SystemExit) as stopped:
            cli.main([*name.split(), "--help"])
        assert stopped.value.code == 0
        out = capsys.readouterr().out
        assert out.startswith(f"usage: challenge-sets {name} ")
        assert f"example:\n  challenge-sets {name} " in out
        # A terminal breaks a long line into several.
        assert sum(max(1, math.ceil(len(line) / 80)) for line in out.splitlines()) <= 50, name


@pytest.mark.parametrize("group", cli.groups())
@pytest.mark.parametrize("ask", [(), ("--help",)])
def test_the_help_of_a_group_fits_a_terminal(capsys, monkeypatch, group, ask):
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit) as stopped:
        cli.main([*group.split(), *ask])
    assert stopped.value.code == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) < 24
    assert max(map(len, lines)) <= 80
    assert {line.split()[0] for line in lines if line.startswith("  ")} == {
        *(name.split()[-1] for name in cli.command_names(group)),
        *(() if group else cli.groups()),
    }


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("scor", "unknown command: scor\n  remedy: did you mean `challenge-sets score`?"),
        ("rebuil set", "did you mean `challenge-sets dataset rebuild`?"),
        ("suite wmt-suite", "did you mean `challenge-sets dataset wmt-suite`?"),
        ("pars x.de", "did you mean `challenge-sets parse`?"),
        ("-q suite shet", "did you mean `challenge-sets suite sheet`?"),
        ("xyzzy", "unknown command: xyzzy\n  remedy: `challenge-sets --help` lists the commands"),
    ],
)
def test_an_unknown_command_names_the_nearest_of_all_groups(capsys, line, said):
    assert cli.main(line.split()) == 2
    assert said in capsys.readouterr().err


def test_commands_of_another_package_join_by_its_entry_point(capsys, monkeypatch):
    assert cli.load_command("lab train-aligner").__name__ == "challenge_sets_lab.commands.train_aligner"
    assert cli.load_command("suite judge").__name__ == "challenge_sets_suites.commands.judge"
    monkeypatch.setattr(wings, "wings", dict)
    for name, home in (("lab", "lab"), ("suite", "suites")):
        assert cli.main([name, "anything"]) == 2
        said = capsys.readouterr().err
        assert (
            f"`challenge-sets {name}` belongs to the package mt-challenge-sets-{home}, which is not installed" in said
        )
        assert f"pip install -e {ROOT}/{home}" in said


@pytest.mark.parametrize(
    ("said", "line"), [((), "stopped by Ctrl-C"), (("the work is kept",), "stopped by Ctrl-C: the work is kept")]
)
def test_an_interrupt_ends_any_command_in_one_line(capsys, monkeypatch, said, line):
    def work(_):
        raise KeyboardInterrupt(*said)

    monkeypatch.setattr(cli.load_command("list"), "run", work)
    assert cli.main(["list"]) == 130
    assert capsys.readouterr().err == f"{line}\n"


def test_list_says_what_a_parse_must_have(call):
    lines = call("list --source-language de --depends")[1].splitlines()
    place = next(i for i, line in enumerate(lines) if line.startswith("particle_verb ("))
    assert lines[place + 2] == "  needs relation compound:prt, upos=VERB or upos=AUX"
    assert not any(line.startswith("ne_pas") for line in lines)


def test_list_names_the_languages_with_requests_where_one_has_none(call):
    status, said, complaint = call("list --source-language lv")
    assert status == 0
    assert said.startswith("reordering (any")
    assert "no phenomenon has requests for lv; languages with requests: af, " in complaint
    assert not call("list --source-language de")[2]


def test_validate_sums_up_a_config(call, refuses, monkeypatch):
    monkeypatch.chdir(ROOT)
    status, said, _ = call("validate config/config.yaml")
    assert status == 0
    assert "en-de: en to de, 528 segments" in said
    assert "All is in order: config, phenomena, texts, models." in said
    fault = "config/wmt21.yaml:9: corpus wmt21-en-de: nowhere/wmt21/en-de/systems: no such folder"
    refuses("validate config/wmt21.yaml --data-dir nowhere", fault)


@pytest.mark.parametrize(("options", "is_lab"), [([], False), (["--lab"], True)])
def test_list_tables_prints_the_page_of_formats(call, options, is_lab):
    assert call("list tables", *options) == (0, all_tables.page(lab=is_lab), "")


def test_the_list_of_commands_says_of_each_what_its_module_says(capsys):
    for group in ("", *cli.groups()):
        with pytest.raises(SystemExit):
            cli.main([*group.split(), "--help"])
        said = " ".join(capsys.readouterr().out.split())
        for name in cli.command_names(group):
            summary = cli.summary(name)
            assert cli.load_command(name).__doc__.startswith(summary)
            assert f" {name.split()[-1]} {summary}" in said
            assert summary.endswith(".")
