"""A folder as Stanza's downloads leave it, with empty models: to be found, not to be loaded."""

import json
from pathlib import Path

FILES = ("tokenize/gsd", "pos/gsd_charlm", "lemma/gsd", "depparse/gsd_charlm", "pretrain/gsd", "forward_charlm/news")


def make(folder: Path, language: str = "fr", *, files: tuple[str, ...] = FILES) -> Path:
    """French, with the packages `default` and `gsd`, which parse and are built on word vectors, and `sketch`, which
    cannot parse; `french` is another name of the language.
    """
    built_on = {
        "dependencies": [{"model": "pretrain", "package": "gsd"}, {"model": "forward_charlm", "package": "news"}]
    }
    parses = {"tokenize": "gsd", "pos": "gsd_charlm", "lemma": "gsd", "depparse": "gsd_charlm"}
    index = {
        language: {
            "lang_name": "French",
            "packages": {"default": parses, "gsd": parses, "sketch": {"tokenize": "gsd"}},
            "tokenize": {"gsd": {}},
            "pos": {"gsd_charlm": built_on},
            "lemma": {"gsd": {}},
            "depparse": {"gsd_charlm": built_on},
            "pretrain": {"gsd": {}},
            "forward_charlm": {"news": {}},
        },
        "french": {"alias": language},
        "url": "",
    }
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "resources.json").write_text(json.dumps(index), encoding="utf-8")
    for name in files:
        path = folder / language / f"{name}.pt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x" * 100)
    return folder
