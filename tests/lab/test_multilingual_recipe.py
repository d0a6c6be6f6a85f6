"""The recipe of parser-multilingual, from treebanks of ten sentences and a tiny encoder to a model that parses."""

import importlib
import json
import random
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file
from tokenizers import Tokenizer, models, pre_tokenizers

from extractors.core.files import write_text
from extractors.models import our_encoders
from extractors.models.packed import PackedWeights
from extractors.models.parsers._multilingual.language_model import LanguageModel
from tests import ROOT

torch = pytest.importorskip("torch", reason="the recipe needs PyTorch")

FOLDER = ROOT / "lab" / "recipes" / "parser-multilingual"
SCRIPTS = (
    "recipe_data",
    "prepare_words",
    "prepare_text",
    "network",
    "train",
    "train_cutter",
    "convert",
    "calibrate",
    "add_lexicon",
    "make",
)
FILES = ("ud-multilingual/cs_pud-test", "ud-multilingual/nl_alpino-train", "ud-multilingual/nl_alpino-dev")
FILES += ("ud/en_ewt-train", "ud/de_gsd-dev", "ud/de_pud", "ud/en_ewt-dev", "ud/en_pud", "ud/en_gum-dev")
NAMES = ("Ann", "Ben", "Cem", "Dan", "Eva", "Fay", "Gus", "Ida", "Jan", "Kim")
SENTENCE = """\
# sent_id = made-s{number}
# text = {name} cannot see dogs.
1\t{name}\t{name}\tPROPN\t_\tNumber=Sing\t4\tnsubj\t_\t_
2-3\tcannot\t_\t_\t_\t_\t_\t_\t_\t_
2\tcan\tcan\tAUX\t_\t_\t4\taux\t_\t_
3\tnot\tnot\tPART\t_\t_\t4\tadvmod\t_\t_
4\tsee\tsee\tVERB\t_\t_\t0\troot\t_\t_
5\tdogs\tdog\tNOUN\t_\tNumber=Plur\t4\tobj\t_\tSpaceAfter=No
6\t.\t.\tPUNCT\t_\t_\t4\tpunct\t_\t_

"""
PIECES = ["<s>", "<pad>", "</s>", "<unk>", "\u2581", *sorted(set("".join(NAMES) + "cannotseedogs."))]
PIECES += ["\u2581see", "\u2581dog", "<mask>"]
SCORES = np.array([0, 0, 0, 0, *[-2] * (len(PIECES) - 4)], np.float32)
PLACES, LAYERS = 64, 1


@pytest.fixture(scope="module")
def recipe():
    """The scripts by name, as Python finds them that runs one of them."""
    before = list(sys.path)
    sys.path.insert(0, str(FOLDER))
    yield SimpleNamespace(**{name: importlib.import_module(name) for name in SCRIPTS})
    sys.path[:] = before
    for name in SCRIPTS:
        del sys.modules[name]


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """A folder of treebanks."""
    folder = tmp_path_factory.mktemp("treebanks")
    for name in FILES:
        path = folder / f"{name}.conllu{'.gz' if name.startswith('ud/') else ''}"
        path.parent.mkdir(exist_ok=True)
        text = "".join(SENTENCE.format(number=number, name=name) for number, name in enumerate(NAMES))
        with write_text(path) as file:
            file.write(text)
    return folder


@pytest.fixture(scope="module")
def prepared(recipe, data, tmp_path_factory):
    """A folder of what the scripts that prepare wrote, run as from a shell."""
    output = tmp_path_factory.mktemp("prepared")
    tokenizer = Tokenizer(models.Unigram(list(zip(PIECES, SCORES.tolist(), strict=True)), unk_id=3))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.save(str(output / "tokenizer.json"))
    for script in (recipe.prepare_words, recipe.prepare_text):
        run(script, "--data", data, "--tokenizer", output / "tokenizer.json", "-o", output)
    return output


def run(script, *given):
    """Run a script's command."""
    before, sys.argv = sys.argv, [script.__name__, *map(str, given)]
    try:
        script.main()
    finally:
        sys.argv = before


@pytest.fixture(scope="module")
def encoder(tmp_path_factory):
    """An encoder's folder with weights that mean nothing, as wide as multilingual-e5-small."""
    folder, rng = tmp_path_factory.mktemp("encoder"), np.random.default_rng(1)
    wide, inner = 384, 1536
    shapes = {"attention.self.query": (wide, wide), "attention.self.key": (wide, wide)}
    shapes |= {"attention.self.value": (wide, wide), "attention.output.dense": (wide, wide)}
    shapes |= {"intermediate.dense": (inner, wide), "output.dense": (wide, inner)}
    sizes = {"word": len(PIECES), "position": PLACES, "token_type": 1}
    weights = {f"embeddings.{name}_embeddings.weight": rng.normal(size=(n, wide)) / 20 for name, n in sizes.items()}
    for name, shape in shapes.items():
        weights[f"encoder.layer.0.{name}.weight"] = rng.normal(size=shape) / 20
        weights[f"encoder.layer.0.{name}.bias"] = np.zeros(shape[0])
    for name in ("embeddings", "encoder.layer.0.attention.output", "encoder.layer.0.output"):
        weights |= {f"{name}.LayerNorm.weight": np.ones(wide), f"{name}.LayerNorm.bias": np.zeros(wide)}
    weights[our_encoders.SCORES] = SCORES
    save_file({name: x.astype(np.float32) for name, x in weights.items()}, folder / our_encoders.WEIGHTS)
    (folder / our_encoders.PIECES).write_text("".join(f"{piece}\n" for piece in PIECES), encoding="utf-8")
    config = {"format": our_encoders.FORMAT, "model_type": "bert", "hidden_size": wide, "intermediate_size": inner}
    config |= {"num_hidden_layers": LAYERS, "num_attention_heads": 12, "layer_norm_eps": 1e-12, "hidden_act": "gelu"}
    config |= {"vocab_size": len(PIECES), "max_position_embeddings": PLACES, "type_vocab_size": 1}
    (folder / our_encoders.CONFIG).write_text(json.dumps(config), encoding="utf-8")
    return folder


def test_a_model_is_made_that_parses(recipe, prepared, encoder, tmp_path):
    """Five steps on gold trees make the teacher, more steps with what it says of raw text the parser."""
    torch.manual_seed(1)
    data, labels = recipe.recipe_data, json.loads((prepared / "labels.json").read_text())
    packed = PackedWeights(load_file(encoder / our_encoders.WEIGHTS))
    small = data.Encoder(packed, len(PIECES), PLACES, 1, mask=len(PIECES) - 1)
    materials = recipe.train.Materials(data.read_arrays(prepared / "gold.npz"), labels, "cpu")
    pieces = recipe.prepare_words.PieceCutter(data.tokenizer_of(prepared / "tokenizer.json"))
    raw = recipe.prepare_words.raw_arrays([(0, [f"{name} can not see dogs ." for name in NAMES], str.split)], pieces)

    def make(layers):
        return recipe.network.Net(small, labels, materials.has, layers)

    def fit(name, steps, *options):
        given = ["--data", prepared, "-o", tmp_path, "--name", name, "--layers", LAYERS, "--batch", 200, *options]
        given = recipe.train.arguments_parser().parse_args([*map(str, given), "--seconds", "1e6", "--rate", "0.002"])
        corpus = recipe.network.Corpus(raw, raw["bank"].astype(np.int64), "cpu") if given.teacher else None
        net, average, done = recipe.train.fit(make, materials, corpus, given, data.Teller(name), steps)
        recipe.train.save(net, average, given, done)
        assert done == steps
        return net

    def loss(net):
        return recipe.train.gold_loss(net.eval(), materials, materials.train).item()

    fit("teacher", 5)
    start = loss(make(LAYERS))
    options = ("--teacher", tmp_path / "teacher.pt", "--teacher-layers", LAYERS, "--after", 0, "--head-rate", 0.04)
    net = fit("net", 20, *options)
    assert loss(net) < start / 2
    assert recipe.train.means(recipe.train.evaluate(net, materials))[0] > 50
    known = json.loads((prepared / "chars.json").read_text())
    paragraphs = recipe.train_cutter.Paragraphs(data.read_arrays(prepared / "chars.npz"), "cpu")
    cutter = recipe.train_cutter.make(small, len(labels["banks"]), known, 32)
    given = SimpleNamespace(power=0.5, batch=500, rate=1.0, seconds=1e6)
    average, _ = recipe.train_cutter.fit(cutter, paragraphs, given, "cpu", 60)
    cutter.load_state_dict(average)
    assert min(recipe.train_cutter.evaluate(cutter, paragraphs, labels["sets"]).values()) > 95
    torch.save({"net": average}, tmp_path / "cutter.pt")
    weights = ("--network", tmp_path / "net.pt", "--cutter", tmp_path / "cutter.pt")
    run(recipe.convert, "--data", prepared, *weights, "-o", tmp_path / "model")
    model = LanguageModel(tmp_path / "model", encoder, language="cs")
    ((sentence,),) = model.cutting(["Ann cannot see dogs."])
    words = [word for token in sentence for word in token.words]
    assert words == ["Ann", "can", "not", "see", "dogs", "."]
    (analysis,) = model.analyse([words])
    assert analysis.head.tolist() == [4, 4, 4, 0, 4, 4]
    assert list(analysis.upos) == ["PROPN", "AUX", "PART", "VERB", "NOUN", "PUNCT"]


def test_a_lexicon_has_the_words_of_each_treebank(recipe, prepared, data, tmp_path):
    (tmp_path / "config.json").write_text('{"lexicon": {}}')
    run(recipe.add_lexicon, "--data", data, "--parts", prepared / "parts", "--model", tmp_path)
    lexicon = json.loads((tmp_path / "config.json").read_text())["lexicon"]
    assert set(lexicon) == {"cs_pud", "nl_alpino", "en_ewt", "de_gsd", "de_pud"}
    assert lexicon["nl_alpino"]["dogs/NOUN"] == "dog"


def test_the_line_of_confidences_is_found(recipe):
    """Words whose confidence is twice as sure as it should be, in log odds."""
    rng = random.Random(1)
    odds = [rng.gauss(0, 2) for _ in range(4000)]
    right = [rng.random() < 1 / (1 + np.exp(-x)) for x in odds]
    slope, intercept = recipe.calibrate.fitted([float(1 / (1 + np.exp(-2 * x))) for x in odds], right)
    assert (slope, intercept) == pytest.approx((0.5, 0), abs=0.08)


def test_raw_text_is_cut_as_its_treebank_teaches(recipe, data, tmp_path):
    train, _ = recipe.recipe_data.treebanks(data, tmp_path / "parts")
    (tmp_path / "raw").mkdir()
    (tmp_path / "raw/x.en").write_text("Ann cannot see dogs.\nAnn cannot see dogs.\nshort\n")
    ((bank, lines, cut),) = recipe.prepare_words.raw_texts(tmp_path / "raw", 9, train)
    assert (train[bank].name, lines) == ("en_ewt", ["Ann cannot see dogs."])
    assert list(cut(lines[0])) == ["Ann", "can", "not", "see", "dogs", "."]
    (tmp_path / "raw/x.xx").touch()
    with pytest.raises(SystemExit, match="no treebank of 'xx'"):
        list(recipe.prepare_words.raw_texts(tmp_path / "raw", 9, train))


def test_one_command_takes_the_steps_that_are_left(recipe, tmp_path, monkeypatch):
    asked = ["--data", "D", "--tokenizer", "t.json", "--raw", "R", "--times", "2", "--work", str(tmp_path), "-o", "M"]
    given = recipe.make.arguments_parser().parse_args(asked)
    (tmp_path / "prepared").mkdir()
    (tmp_path / "prepared/raw.npz").touch()
    started, taken = [], []
    ended = SimpleNamespace(wait=lambda: 0, poll=lambda: 0)
    monkeypatch.setattr(recipe.make.subprocess, "Popen", lambda typed: started.append(typed) or ended)

    def run(typed):
        taken.append([Path(typed[1]).stem, *typed[2:]])
        return "words 3\n--calibration 0.5 -0.25\n"

    recipe.make.make(given, run)
    names = ["prepare_text", "train_cutter", "train", "convert", "calibrate", "convert", "add_lexicon"]
    assert [name for name, *_ in taken] == names
    assert started[0][started[0].index("--seconds") + 1] == "410.0"
    assert taken[5][-3:] == ["--calibration", "0.5", "-0.25"]
    with pytest.raises(SystemExit, match="no line of --calibration"):
        recipe.make.make(given, lambda _: "")


def test_a_parser_without_its_teacher_is_not_kept(recipe, tmp_path, monkeypatch):
    asked = ["--data", "D", "--tokenizer", "t.json", "--raw", "R", "--work", str(tmp_path), "-o", "M"]
    given = recipe.make.arguments_parser().parse_args(asked)
    (tmp_path / "trained").mkdir()
    failed = SimpleNamespace(wait=lambda: 1, poll=lambda: 1)
    monkeypatch.setattr(recipe.make.subprocess, "Popen", lambda _: failed)

    def run(typed):
        if "S" in typed:
            (tmp_path / "trained/S.json").touch()
        return ""

    with pytest.raises(SystemExit, match="the training of the teacher failed"):
        recipe.make.make(given, run)
    assert not (tmp_path / "trained/S.json").exists()


def test_what_was_made_of_an_older_step_is_made_again(recipe, tmp_path, monkeypatch):
    """A teacher is missing: the parser that is there had none."""
    asked = ["--data", "D", "--tokenizer", "t.json", "--raw", "R", "--work", str(tmp_path), "-o", "M"]
    given = recipe.make.arguments_parser().parse_args(asked)
    for step in recipe.make.steps(given):
        step.makes.parent.mkdir(exist_ok=True)
        if step.makes.name != "T.json":
            step.makes.touch()
    monkeypatch.setattr(recipe.make.subprocess, "Popen", lambda _: SimpleNamespace(wait=lambda: 0, poll=lambda: 0))
    taken = []
    recipe.make.make(given, lambda typed: taken.append(Path(typed[1]).stem) or "--calibration 0.5 -0.25\n")
    assert taken == ["train", "convert", "calibrate", "convert", "add_lexicon"]


def test_the_teacher_ends_with_what_it_stands_beside(recipe, tmp_path, monkeypatch):
    asked = ["--data", "D", "--tokenizer", "t.json", "--raw", "R", "--work", str(tmp_path), "-o", "M"]
    given = recipe.make.arguments_parser().parse_args(asked)
    killed = []
    teacher = SimpleNamespace(poll=lambda: None, kill=lambda: killed.append(True))
    monkeypatch.setattr(recipe.make.subprocess, "Popen", lambda _: teacher)

    def run(typed):
        if "S" in typed:
            raise SystemExit("train.py failed")

    with pytest.raises(SystemExit, match=r"train\.py failed"):
        recipe.make.make(given, run)
    assert killed
