"""The projects that `init` and `run` write: paths that lead to the same files, configs that are in order."""

import os
import re
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractors.config import project
from extractors.config.run import load_config
from extractors.core import yamlfile
from extractors.core.errors import InputError
from extractors.core.escapes import CONTROLS
from extractors.inputs import places
from extractors.phenomena import catalogue

TEXTS = {
    "source_language": "de",
    "target_language": "en",
    "source": "texts/s.de",
    "references": {"A": "texts/r.en"},
    "systems": {"mine": "texts/r.en"},
}
FILE_NAMES = st.text(
    st.characters(exclude_characters="/\0{}", exclude_categories=("Cs", "Cc")), min_size=1, max_size=20
).filter(lambda name: name not in (".", "..") and not CONTROLS.search(name) and len(name.encode()) < 200)


@pytest.fixture
def here(tmp_path, monkeypatch):
    """The current folder, with texts of two segments."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "texts").mkdir()
    for name, text in {"s.de": "Er freut sich.\nSie kommt an.\n", "r.en": "He is glad.\nShe arrives.\n"}.items():
        (tmp_path / "texts" / name).write_text(text)
    return tmp_path


def files(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("texts/s.de", "../texts/s.de"),
        ("./texts/../texts/s.de", "../texts/s.de"),
        ("table.tsv#de", "../table.tsv#de"),
        ("tmx:export.xml#de", "tmx:../export.xml#de"),
        ("texts/*.hyp.{system}.en", "../texts/*.hyp.{system}.en"),
        ("/data/s.de", "/data/s.de"),
        ("sacrebleu:wmt21/systems:en-de#src", "sacrebleu:wmt21/systems:en-de#src"),
        ("huggingface:a/b:de-en:train[:10]#translation.de", "huggingface:a/b:de-en:train[:10]#translation.de"),
        ("testset:wmt24:set#en-de#source", "testset:wmt24:../set#en-de#source"),
        (
            "testset:wmtxml:s.xml + esa:/data/a.csv#en-de#systems/x#y",
            "testset:wmtxml:../s.xml + esa:/data/a.csv#en-de#systems/x#y",
        ),
    ],
)
def test_a_place_leads_to_the_same_text_from_another_folder(here, place, expected):
    assert project.moved(place, here / "out") == expected


def test_a_folder_elsewhere_gets_absolute_paths(here, tmp_path_factory):
    assert project.moved("texts/s.de", tmp_path_factory.mktemp("else")) == str(here / "texts/s.de")


def test_a_folder_behind_a_link_is_where_the_link_leads(here):
    (here / "deep/er").mkdir(parents=True)
    (here / "link").symlink_to("deep/er")
    assert project.moved("texts/s.de", here / "link") == "../../texts/s.de"


@settings(max_examples=40)
@given(name=FILE_NAMES)
def test_a_file_of_any_name_is_found_by_the_config(name):
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        try:
            os.chdir(folder)
            Path(name).write_text("Ja.\n")
            texts = {"source_language": "no", "source": name}
            project.write_run(Path("in/out"), name="x", texts=texts, settings={})
            os.chdir("in/out")
            corpus = yamlfile.load("config.yaml").data["corpora"]["x"]
            assert Path(places.parse(corpus["source"]).name).samefile(Path(folder, name))
            assert corpus["source_language"] == "no"
        finally:
            os.chdir(before)


def test_the_example_is_in_order_and_every_file_lies_in_the_project(here, monkeypatch):
    written = project.init(here / "first", name="first", texts=None)
    assert set(files(here / "first")) == set(written)
    assert {
        "config.yaml",
        "phenomena.yaml",
        "Snakefile",
        "profiles/default/config.yaml",
        "profiles/slurm/config.yaml",
        "example/source.de",
    } <= set(written)
    assert "one parser of forty languages" in (here / "first/config.yaml").read_text(encoding="utf-8")
    monkeypatch.chdir("first")
    run = load_config(["config.yaml"])
    corpus = run.corpora["first"]
    assert corpus.phenomenon_ids == list(project.EXAMPLE_PHENOMENA)
    assert list(corpus.systems) == ["careful", "literal"]
    texts = [Path(file).read_text(encoding="utf-8") for file in [*corpus.files(), *corpus.other_files()]]
    assert {text.count("\n") for text in texts} == {20}
    assert all(line.strip() for text in texts for line in text.splitlines())


def test_ones_own_texts_take_the_place_of_the_example(here, monkeypatch):
    written = project.init(here / "mine", name="news", texts=TEXTS)
    assert not [file for file in written if file.startswith("example")]
    monkeypatch.chdir("mine")
    run = load_config(["config.yaml"])
    assert list(run.corpora) == ["news"]
    assert run.corpora["news"].source.text == "../texts/s.de"
    assert len(run.corpora["news"].phenomenon_ids) > 20
    assert run.settings.phenomena_file == "phenomena.yaml"


def test_the_private_phenomenon_of_the_template_can_be_taken_in(here):
    project.init(here / "first", name="first", texts=None)
    path = here / "first/phenomena.yaml"
    assert catalogue.load(path).keys() == catalogue.load(catalogue.DEFAULT_FILE).keys()
    text = path.read_text()
    path.write_text(re.sub(r"^#(?=  - |    )", "", text.replace("phenomena: []", "phenomena:"), flags=re.MULTILINE))
    assert path.read_text() != text
    assert set(catalogue.load(path)) - set(catalogue.load(catalogue.DEFAULT_FILE)) == {"object_before_verb"}


@pytest.mark.parametrize("there", ["config.yaml", "phenomena.yaml", "Snakefile", "example/systems/literal.en"])
def test_init_overwrites_nothing(here, there):
    (here / "first" / there).parent.mkdir(parents=True)
    (here / "first" / there).write_text("mine\n")
    before = files(here / "first")
    with pytest.raises(InputError, match=re.escape(there)) as refused:
        project.init(here / "first", name="first", texts=None)
    assert "remedy" in str(refused.value)
    assert files(here / "first") == before


def test_a_run_renews_its_own_config_and_no_other(here):
    out = here / "out"
    project.write_run(out, name="news", texts=TEXTS, settings={})
    project.write_run(out, name="news", texts=TEXTS, settings={"metrics": {"chrf": {}}})
    assert yamlfile.load(out / "config.yaml").data["metrics"] == {"chrf": {}}
    (out / "Snakefile").write_text("rule mine:\n")
    with pytest.raises(InputError, match="Snakefile: exists already"):
        project.write_run(out, name="news", texts=TEXTS, settings={})
    assert yamlfile.load(out / "config.yaml").data["metrics"] == {"chrf": {}}
    project.init(here / "first", name="first", texts=None)
    with pytest.raises(InputError, match=r"config\.yaml: exists already"):
        project.write_run(here / "first", name="news", texts=TEXTS, settings={})


def test_the_paths_of_settings_are_led_to_the_project_and_names_of_models_are_not(here, monkeypatch):
    (here / "parser-mine").mkdir()
    (here / "mine.yaml").write_text("include: [shipped]\nphenomena: []\n")
    others = {
        "phenomena_file": "mine.yaml",
        "parse": {"parser": "spacy", "model": "parser-mine"},
        "align": {"model": "bert"},
    }
    project.write_run(here / "out", name="news", texts=TEXTS, settings=others)
    monkeypatch.chdir("out")
    run = load_config(["config.yaml"])
    assert run.settings.phenomena_file == "../mine.yaml"
    assert run.corpora["news"].parse.model == "../parser-mine"
    assert run.corpora["news"].align.model == "bert"


@pytest.mark.parametrize(
    ("folder", "name"), [("news", "news"), ("out/de-en", "de-en"), ("my news", "corpus"), ("Suites", "corpus")]
)
def test_the_corpus_is_called_as_the_folder_if_it_may_be(here, folder, name):
    assert project.corpus_name(here / folder) == name


def test_a_file_in_the_way_of_the_folder_is_named(here):
    (here / "out").write_text("")
    with pytest.raises(InputError, match="cannot be written"):
        project.write_run(here / "out", name="news", texts=TEXTS, settings={})
