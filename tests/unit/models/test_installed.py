from extractors.models import installed


def test_models_are_found_by_path_or_shipped_name(tmp_path, monkeypatch):
    (tmp_path / "parser-xx").mkdir()
    monkeypatch.setenv(installed.VARIABLE, str(tmp_path))
    assert installed.shipped() == ["parser-xx"]
    assert installed.find("parser-xx") == tmp_path / "parser-xx"
    assert installed.find(str(tmp_path)) == tmp_path
    assert installed.find("parser-yy") is None
    assert "parser-xx" in str(installed.missing("model", "parser-yy", "get it"))
