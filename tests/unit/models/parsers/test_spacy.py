"""The spaCy backend: which pipelines it takes, and what it makes of their output."""

from pathlib import Path
from typing import Any

import pytest
import spacy
from spacy.tokens import Doc

from extractors.core.errors import InputError
from extractors.formats.treebank import Sentence
from extractors.models.parsers.spacy import SpacyParser
from extractors.models.tokenizers import tokens
from tests.tiny_models.fixtures import TinyModels


@pytest.fixture(scope="module")
def german(tiny_models: TinyModels) -> SpacyParser:
    return SpacyParser(language="de", model=str(tiny_models.spacy("de")))


def parse(parser: SpacyParser, text: str) -> Sentence:
    ((sentence,),) = parser.parse([text])
    return sentence


def pipeline(folder: Path, *, language: str = "en", labels: tuple[str, ...] = (), tagger: bool = True) -> str:
    """A folder with an untrained pipeline that has a parser with these labels, or none without any."""
    nlp = spacy.blank(language)
    if tagger:
        nlp.add_pipe("morphologizer").add_label("POS=NOUN")
    if labels:
        parser = nlp.add_pipe("parser")
        for label in labels:
            parser.add_label(label)
    nlp.initialize()
    nlp.to_disk(folder)
    return str(folder)


def test_tags_and_trees_are_the_pipelines_own(german: SpacyParser) -> None:
    words = parse(german, "Der Mann macht die Tür zu.").words
    assert [(w.form, w.deprel, w.head) for w in words if w.form == "zu"] == [("zu", "compound:prt", 3)]
    assert words[1].upos == "NOUN"
    assert "Case=" in words[1].feats


def test_the_batch_size_changes_nothing(german: SpacyParser, tiny_models: TinyModels) -> None:
    segments = ["Er geht zum Arzt.", "", "Sie lacht."] * 3
    other = SpacyParser(language="de", model=str(tiny_models.spacy("de")), batch_size=2)
    assert list(other.parse(segments)) == list(german.parse(segments))


def test_a_sentence_may_begin_only_after_a_mark_that_ends_one(german: SpacyParser) -> None:
    doc = german._doc(tokens('He saw 3 men. "Stop!" (She left.) They don\'t', "en"))
    may_begin = [token.text for token in doc if token.is_sent_start is not False]
    assert may_begin == ["He", '"', "Stop", '"', "(", ")", "They"]


def test_a_pipeline_of_a_language_without_rules_here_cuts_as_it_was_trained(tmp_path: Path) -> None:
    model = pipeline(tmp_path / "fr", language="fr", labels=("nsubj",))
    nlp = spacy.load(model)
    nlp.tokenizer.add_special_case("du", [{"ORTH": "d"}, {"ORTH": "u"}])
    nlp.to_disk(model)
    (sentences,) = SpacyParser(language="fr", model=model).parse(["L'ami\tdu roi"])
    words = [word for sentence in sentences for word in sentence.words]
    assert [(w.form, w.space_after) for w in words] == [
        ("L'", False),
        ("ami", True),
        ("d", False),
        ("u", True),
        ("roi", True),
    ]


def test_no_sentence_begins_inside_a_token(german: SpacyParser) -> None:
    surface = tokens("I don't.", "en")
    words = [word for token in surface for word in token.words]
    # A parse that the pipeline may give: do and n't are roots both.
    doc = Doc(german._nlp.vocab, words=words, heads=[1, 1, 2, 2], deps=["nsubj", "ROOT", "ROOT", "punct"])
    assert [token.is_sent_start for token in doc] == [True, False, True, False]
    (sentence,) = german._sentences(doc, surface)
    assert [w.head for w in sentence.words] == [2, 0, 2, 3]
    assert sentence.words[2].deprel == "parataxis"


def test_feats_are_in_the_order_of_ud(german: SpacyParser) -> None:
    for word in parse(german, "Er wäscht sich in ihrem Haus.").words:
        features = word.feats.split("|")
        assert features == sorted(features, key=str.lower)


def test_the_signature_has_versions_and_a_checksum(german: SpacyParser) -> None:
    assert german.signature.startswith(f"spacy:{spacy.__version__}/spacy-de:")


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"labels": ("nsubj", "dobj", "prt", "acl:relcl")}, "not Universal Dependencies: dobj, prt"),
        ({}, "has no .*parser"),
        ({"labels": ("nsubj",), "tagger": False}, "has no .*tagger"),
        ({"labels": ("nsubj",), "language": "de"}, "for the language 'de', not 'en'"),
    ],
)
def test_a_pipeline_that_gives_no_ud_parses_of_the_language_is_refused(
    tmp_path: Path, options: dict[str, Any], problem: str
) -> None:
    with pytest.raises(InputError, match=problem):
        SpacyParser(language="en", model=pipeline(tmp_path / "p", **options))


def test_without_a_model_it_says_what_to_do() -> None:
    with pytest.raises(InputError, match="which the config does not name") as error:
        SpacyParser(language="fr")
    assert "fr_core_news_sm" in str(error.value)


def test_an_installed_package_is_a_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "xy_tiny_ud"
    package.mkdir()
    pipeline(package / "model", labels=("nsubj",))
    code = "from pathlib import Path\nfrom spacy.util import load_model_from_path\n"
    code += "def load(**options):\n    return load_model_from_path(Path(__file__).parent / 'model', **options)\n"
    (package / "__init__.py").write_text(code, encoding="utf-8")
    info = tmp_path / "xy_tiny_ud-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: xy_tiny_ud\nVersion: 1.2\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    parser = SpacyParser(language="en", model="xy_tiny_ud")
    assert parser.signature == f"spacy:{spacy.__version__}/xy_tiny_ud:0.0.0"


@pytest.mark.parametrize(
    ("name", "keep"),
    [("parser/model", 20), ("config.cfg", 0), ("vocab/strings.json", 20), ("meta.json", 20), ("tokenizer", 0)],
)
def test_a_pipeline_that_is_cut_is_refused(tmp_path: Path, name: str, keep: int) -> None:
    folder = Path(pipeline(tmp_path / "p", labels=("nsubj",)))
    (folder / name).write_bytes((folder / name).read_bytes()[:keep])
    with pytest.raises(InputError, match="spaCy cannot load it") as caught:
        SpacyParser(language="en", model=str(folder))
    assert caught.value.path == folder
