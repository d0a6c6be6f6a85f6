"""The network with NumPy beside the same one in PyTorch, with random weights."""

import random
from dataclasses import replace

import numpy as np
import pytest
import torch

from extractors.models.parsers._biaffine.array_network import ArrayNetwork
from extractors.models.parsers._biaffine.lstm import BothWays, Direction, Packing
from extractors.models.parsers._biaffine.network import Network
from extractors.models.parsers._biaffine.scoring import WORDS_AT_ONCE, Dimensions, Sizes
from extractors.models.parsers._biaffine.words import SegmentBatch, Words

SIZES = Sizes(form=7, affix=6, ngram=5, shape=4, style=3, hidden=9, layers=3, tag=8, arc=11, relation=10)
FORMS = ["the", "Cat", "sees", "3,5", "—", "Straßenbahn", "x", "in", "Übergrößenträgerinnen"]


def dimensions_of(sizes: Sizes) -> Dimensions:
    tags = {"upos": 5, "feature_Case": 3, "lemma_rule": 12}
    return Dimensions(sizes=sizes, forms=4, shapes=3, affix_rows=30, ngram_rows=20, tags=tags, relations=6, styles=2)


def make_network(sizes: Sizes) -> Network:
    torch.manual_seed(1)
    network = Network(dimensions_of(sizes)).eval()
    for weights in network.parameters():
        torch.nn.init.normal_(weights, std=0.5)
    return network


def make_batch(lengths: list[int]) -> SegmentBatch:
    draw = random.Random(2)
    words = Words(["the", "cat", "sees", "in"], ["x", "Xx", "xx"], affix_rows=30, ngram_rows=20)
    return words.batch([draw.choices(FORMS, k=length) for length in lengths])


@pytest.mark.parametrize("layers", [1, 2, 3])
@pytest.mark.parametrize("lengths", [[1], [5], [3, 1, 4, 4, 2], [9, 9], [2, WORDS_AT_ONCE + 3]])
def test_scores_are_those_of_pytorch(layers: int, lengths: list[int]) -> None:
    network = make_network(replace(SIZES, layers=layers))
    batch = make_batch(lengths)
    theirs = network.score(batch)
    ours = ArrayNetwork(dimensions_of(network.sizes), network.arrays()).score(batch)
    near = {"rtol": 1e-4, "atol": 1e-4}
    assert ours.tags.keys() == theirs.tags.keys()
    for name, scores in ours.tags.items():
        np.testing.assert_allclose(scores, theirs.tags[name], **near)
    np.testing.assert_allclose(ours.starts, theirs.starts, **near)
    for row, length in enumerate(lengths):
        inside = np.s_[row, :length, : length + 1]
        np.testing.assert_allclose(ours.arcs[inside], theirs.arcs[inside], **near)
    draw = np.random.default_rng(3)
    heads = np.concatenate([draw.integers(0, length + 1, size=length) for length in lengths])
    np.testing.assert_allclose(ours.relations(heads), theirs.relations(heads), **near)


@pytest.mark.parametrize("layers", [1, 3])
def test_the_dimensions_tell_every_array(layers: int) -> None:
    sizes = replace(SIZES, layers=layers)
    expected = {name: tuple(values.shape) for name, values in Network(dimensions_of(sizes)).state_dict().items()}
    assert dimensions_of(sizes).arrays() == expected


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda arrays: arrays.pop("root"), "missing or not expected: root"),
        (lambda arrays: arrays.update(code=arrays["root"]), "missing or not expected: code"),
        (lambda arrays: arrays.update(root=arrays["root"][1:]), r"root has the shape \(17,\), not \(18,\)"),
    ],
    ids=["missing", "foreign", "shape"],
)
def test_other_weights_are_refused(change, told: str) -> None:  # type: ignore[no-untyped-def]
    arrays = make_network(SIZES).arrays()
    change(arrays)
    with pytest.raises(ValueError, match=told):
        ArrayNetwork(dimensions_of(SIZES), arrays)
    with pytest.raises(ValueError, match=told):
        Network.of_arrays(dimensions_of(SIZES), arrays, device=torch.device("cpu"))


def test_the_network_of_its_arrays_is_the_same() -> None:
    network, batch = make_network(SIZES), make_batch([4, 2])
    again = Network.of_arrays(dimensions_of(SIZES), network.arrays(), device=torch.device("cpu"))
    assert np.array_equal(again.score(batch).starts, network.score(batch).starts)


@pytest.mark.parametrize("lengths", [[1], [3], [2, 5, 1, 5]])
def test_an_lstm_is_that_of_pytorch_over_each_segment(lengths: list[int]) -> None:
    torch.manual_seed(4)
    theirs = torch.nn.LSTM(6, 5, bidirectional=True)
    weights = {name: value.detach().numpy() for name, value in theirs.named_parameters()}
    directions = [
        Direction(
            weights[f"weight_ih_l0{end}"],
            weights[f"weight_hh_l0{end}"],
            weights[f"bias_ih_l0{end}"] + weights[f"bias_hh_l0{end}"],
            backwards=bool(end),
        )
        for end in ("", "_reverse")
    ]
    segments = [np.random.default_rng(length).normal(size=(length, 6)).astype(np.float32) for length in lengths]
    packing = Packing.of(np.array(lengths))
    inputs = np.concatenate(segments)[packing.rows]
    found = BothWays(*directions, width=5)((d.gates(inputs) for d in directions), packing)
    states = np.empty_like(found)
    states[packing.rows] = found
    with torch.no_grad():
        expected = np.concatenate([theirs(torch.from_numpy(segment))[0].numpy() for segment in segments])
    np.testing.assert_allclose(states, expected, atol=1e-6)


def test_columns_that_are_the_same_for_all_words_are_multiplied_once() -> None:
    draw = np.random.default_rng(5)
    direction = Direction(*(draw.normal(size=s).astype(np.float32) for s in ((8, 6), (8, 2), (8,))), backwards=False)
    inputs, same = draw.normal(size=(3, 4)).astype(np.float32), draw.normal(size=2).astype(np.float32)
    whole = np.concatenate([inputs, np.tile(same, (3, 1))], axis=1)
    np.testing.assert_allclose(direction.gates(inputs, same), direction.gates(whole), atol=1e-5)


def test_longer_segments_are_packed_first() -> None:
    packing = Packing.of(np.array([1, 3, 2]))
    assert packing.bounds == [0, 3, 5, 6]
    assert packing.rows.tolist() == [1, 4, 0, 2, 5, 3]
