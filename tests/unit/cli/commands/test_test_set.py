"""`challenge-sets stage test-set`"""

from extractors.__main__ import main
from tests.builders import test_sets as build


def test_it_shows_what_a_set_holds_and_writes_it(tmp_path, capsys):
    place = build.esa(tmp_path / "set").split(" + ")
    main(["stage", "test-set", *place, "-o", str(tmp_path / "out")])
    shown = capsys.readouterr().out.splitlines()
    assert shown[:5] == [
        "languages: en to de",
        "segments: 3, of them 0 documents left whole",
        "documents: 2, domains: 2",
        "references: A",
        "systems: bad, good",
    ]
    assert shown[5] == "human score esa, 3 values, means: bad 10.00, good 85.00"
    assert shown[6] == "human score esa_error_free, 3 values, means: bad 0.00, good 0.00"
    assert shown[7] == "errors of esa: 2 in 3 ratings"
    assert shown[8] == "audit trail: 3 lines"
    assert (tmp_path / "out/systems/bad.txt").read_text() == build.lines(build.SYSTEMS["bad"])
    assert (tmp_path / "out/documents.txt").read_text() == "owls.1\nowls.1\nfox.2\n"
    assert (tmp_path / "out/test_set/scores/esa.parquet").is_file()


def test_it_overwrites_nothing(tmp_path, capsys):
    (tmp_path / "out").mkdir()
    assert main(["stage", "test-set", build.wmt24(tmp_path / "set"), "-o", str(tmp_path / "out")]) == 1
    assert "is there already" in capsys.readouterr().err
