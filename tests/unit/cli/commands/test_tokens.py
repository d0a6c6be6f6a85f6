"""`challenge-sets model tokens`"""

from extractors.__main__ import main


def test_tokens_stand_between_blanks(tmp_path):
    (tmp_path / "a.de").write_text("Er kam zum Haus.\n\nSie, nicht er.\n")
    assert main(["model", "tokens", str(tmp_path / "a.de"), "--language", "de", "-o", str(tmp_path / "out")]) in (
        0,
        None,
    )
    assert (tmp_path / "out").read_text() == "Er kam zum Haus .\n\nSie , nicht er .\n"
