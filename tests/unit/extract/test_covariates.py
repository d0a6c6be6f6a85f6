import numpy as np
import pytest

from extractors import __main__ as cli
from extractors.core.errors import InputError
from extractors.extract import covariates, select
from extractors.formats import conllu, tables
from extractors.formats.sets import CONTROLS
from extractors.texts.places import parse
from tests.builders.hits import hits
from tests.builders.sets import ranges

PARSES = """\
# segment_id = 0
1 Er er PRON _ _ 2 nsubj _ _
2 sagt sagen VERB _ _ 0 root _ _
3 , , PUNCT _ _ 5 punct _ _
4 sie sie PRON _ _ 5 nsubj _ _
5 lacht lachen VERB _ _ 2 ccomp _ _
6 und und CCONJ _ _ 7 cc _ _
7 weint weinen VERB _ _ 5 conj _ _

# segment_id = 2
1 Er er PRON _ _ 2 nsubj _ _
2 lacht lachen VERB _ _ 0 root _ _

# segment_id = 2
1 er er PRON _ _ 2 nsubj _ _
2-3 zum _ _ _ _ _ _ _ _
2 zu zu ADP _ _ 3 case _ _
3 Haus Haus NOUN _ _ 0 root _ _
""".replace(" ", "\t").replace("#\tsegment_id\t=\t", "# segment_id = ")


def test_what_a_parse_says_of_a_segment():
    found = covariates.of_treebank(conllu.parse(PARSES), 4)
    assert found["length"].tolist() == [7, 0, 4, 0]
    # `er` is there three times, whatever its case; punctuation is no word.
    assert found["rare_words"].tolist() == pytest.approx([5 / 6, 0, 3 / 5, 0])
    assert found["clauses"].tolist() == [3, 0, 2, 0]
    assert found["depth"].tolist() == [3, 0, 2, 0]


def test_a_parse_of_a_longer_corpus_is_refused():
    with pytest.raises(InputError, match="the parse has segment 2, the corpus only 2 segments"):
        covariates.of_treebank(conllu.parse(PARSES), 2)


def test_domains_are_read_line_by_line(tmp_path):
    (tmp_path / "d.txt").write_text("news\ntalk\nnews \n")
    assert covariates.domain(parse(tmp_path / "d.txt"), 3, source="s").tolist() == [0, 1, 0]
    with pytest.raises(InputError, match="3 segments, but the source s has 4"):
        covariates.domain(parse(tmp_path / "d.txt"), 4, source="s")


def test_depths_end_where_arcs_run_in_a_circle():
    bank = conllu.parse(PARSES)
    bank.head[:] = 1
    assert np.isfinite(covariates.of_treebank(bank, 4)["depth"]).all()


def test_the_command_matches_on_what_it_is_asked_to(tmp_path, capsys):
    (tmp_path / "p.conllu").write_text(PARSES)
    (tmp_path / "d.txt").write_text("news\nnews\ntalk\n\n")
    chosen = select.select(hits((0, "a", 0), (2, "a", 0)), {"a": ranges(minimum=[0])})
    tables.write(chosen, tmp_path / "sets.parquet")
    command = ["control", str(tmp_path / "sets.parquet"), "--parses", str(tmp_path / "p.conllu"), "--samples", "3"]
    more = ["--tolerance", "9", "--match", "length,domain", "--domains", str(tmp_path / "d.txt")]
    assert cli.main([*command, *more, "-o", str(tmp_path / "c.parquet")]) == 0
    drawn = tables.read(CONTROLS, tmp_path / "c.parquet").to_pylist()
    assert [row["segment_ids"] for row in drawn] == [[0, 2]] * 3
    (tmp_path / "d.txt").write_text("news\n")
    assert cli.main([*command, *more, "-o", str(tmp_path / "c.parquet")]) == 1
    assert "the domain is known of 1 segments, the corpus has 3 or more" in capsys.readouterr().err
    assert cli.main([*command, "--match", "domain", "-o", str(tmp_path / "c.parquet")]) == 1
    assert "give --domains FILE" in capsys.readouterr().err
