import json
import random
from pathlib import Path

import pytest
import torch

from extractors import __main__ as cli
from extractors.models.aligners import create_aligner
from tests.builders.bitexts import make_pair, make_texts, write_texts

LANGUAGES = ["--source-language", "de", "--target-language", "en"]


def test_from_a_bitext_to_links(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("eflomal", reason="the recipe needs eflomal")
    transformers = pytest.importorskip("transformers")
    source, target = write_texts(make_texts(60), tmp_path)
    draw = random.Random(2)
    names = ("de", "en", "sure", "possible")
    gold = [dict(zip(names, (*pair, pair[2]), strict=True)) for pair in (make_pair(draw) for _ in range(5))]
    (tmp_path / "gold.json").write_text(json.dumps(gold), encoding="utf-8")
    folder = tmp_path / "made" / "encoder"
    sizes = ["--vocabulary", "150", "--epochs-static", "4", "--epochs", "1", "--device", "cpu"]
    bitext = ["--source", str(source), "--target", str(target)]
    made = ["--gold", str(tmp_path / "gold.json"), "-o", str(folder)]
    train = ["lab", "train-aligner", *bitext, *LANGUAGES, *sizes, *made]
    assert cli.main(train) == 0

    config = json.loads((folder / "config.json").read_text())
    assert (config["model_type"], config["hidden_size"], config["num_hidden_layers"]) == ("bert", 256, 2)
    assert config["dtype"] == "float32"
    model, report = transformers.AutoModel.from_pretrained(folder, output_loading_info=True)
    assert model.dtype == torch.float32
    assert not report["missing_keys"]
    assert not report["unexpected_keys"]
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    assert len(tokenizer) <= 150
    card = (folder / "README.md").read_text()
    assert "| pairs | 60 (" in card
    assert "On 5 pairs with gold links" in card
    assert str(tmp_path) not in card

    made = create_aligner("simalign", source_language="de", target_language="en", model=str(folder), options={})
    words = [[line.split() for line in file.read_text().splitlines()] for file in (source, target)]
    assert sum(map(len, made.align(list(zip(*words, strict=True))))) > 60
    capsys.readouterr()
    assert cli.main(train) == 1
    assert "exists already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--target", "{folder}/short.en"], "1 segments, but the source"),
        (["--target", "{target}", "{target}"], "1 source files, but 2 target files"),
        (["--target", "{folder}/none.en"], "no such file"),
        (["--target", "{target}", "--epochs", "0"], "--epochs 0 is too small"),
        (["--target", "{target}", "--gold", "{target}"], "is not JSON"),
    ],
)
def test_what_cannot_be_used_is_refused_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    source, target = write_texts(make_texts(3), tmp_path)
    (tmp_path / "short.en").write_text("one\n", encoding="utf-8")
    given = [argument.format(folder=tmp_path, target=target) for argument in arguments]
    line = ["lab", "train-aligner", "--source", str(source), *LANGUAGES, "-o", str(tmp_path / "encoder"), *given]
    assert cli.main(line) == 1
    error = capsys.readouterr().err
    assert words in error
    assert "remedy:" in error
    assert not (tmp_path / "encoder").exists()
    assert not (tmp_path / "encoder.training").exists()
