"""Commands that are given the text of the parses refuse parses of another text, before they need any model."""

import pytest

from extractors.__main__ import main
from extractors.formats import conllu
from tests import ROOT
from tests.builders.whole import detected

PARSE = "# segment_id = 0\n1\tEs\tes\tPRON\t_\t_\t2\texpl\t_\t_\n2\tregnet\tregnen\tVERB\t_\t_\t0\troot\t_\t_\n\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.conllu").write_text(PARSE)
    (tmp_path / "its.de").write_text("Es regnet\n")
    (tmp_path / "other.de").write_text("Es schneit\n")
    (tmp_path / "ref.en").write_text("It rains\n")
    return tmp_path


DETECT = "stage detect p.conllu --source-language de --phenomena particle_verb -o out.tsv"
DETECT += f" --phenomena-file {ROOT}/config/phenomena.yaml"
ALIGN = "stage align p.conllu --reference ref.en --source-language de --target-language en -o out.tsv"


@pytest.mark.parametrize("command", [DETECT, ALIGN], ids=["detect", "align"])
def test_a_parse_of_another_text_is_refused(folder, refuses, command):
    problem = "error: p.conllu: the parse has other words in segment 0 than the corpus: 'Es regnet'"
    refuses(f"{command} --source-text other.de", problem)
    assert not (folder / "out.tsv").exists()


@pytest.mark.usefixtures("folder")
def test_a_parse_of_the_text_is_taken():
    assert main([*DETECT.split(), "--source-text", "its.de"]) == 0


def test_detecting_needs_no_text():
    assert len(detected(conllu.parse(PARSE), [], language="de")) == 0
