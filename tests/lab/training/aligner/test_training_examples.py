import numpy as np
import pytest
import torch
from torch.nn.functional import pad

from challenge_sets_lab.training.aligner import aligner_network, bitext, link_arrays, subword_vocabulary
from challenge_sets_lab.training.aligner.training_examples import Examples, Labelled, PairBatch
from extractors.core.errors import InputError
from tests.builders.bitexts import TINY, make_texts


@pytest.fixture(scope="module")
def labelled() -> Labelled:
    pairs = bitext.tokenise(make_texts(60), source_language="de", target_language="en", longest=100)
    tokenizer = subword_vocabulary.train(pairs.source + pairs.target, size=150)
    examples = Examples.of(pairs, tokenizer)
    return examples.labelled(link_arrays.pack([(0, 0)] if k else [] for k in range(len(pairs))))


def test_each_pair_with_links_is_in_one_batch_that_is_not_too_big(labelled: Labelled) -> None:
    batches = labelled.batches(np.random.default_rng(1), 200)
    assert sorted(np.concatenate(batches).tolist()) == list(range(1, 60))
    for chosen in batches:
        batch = labelled.batch(chosen)
        assert batch.source.numel() + batch.target.numel() <= 200 or len(chosen) == 1
        assert batch.linked.shape == (len(chosen), batch.source.shape[1] - 2, batch.target.shape[1] - 2)
        assert batch.linked[:, 0, 0].all()
        assert (batch.source[:, 0] == 2).all()
        assert ((batch.source == 3).sum(1) == 1).all()
    again = labelled.batches(np.random.default_rng(1), 200)
    assert all((a == b).all() for a, b in zip(batches, again, strict=True))


@pytest.mark.parametrize("static", [True, False])
def test_padding_does_not_change_the_loss(labelled: Labelled, static: bool) -> None:
    torch.manual_seed(1)
    encoder = aligner_network.new(150, TINY).eval()
    batch = labelled.batch(np.array([1]))
    source, target = (pad(ids, (0, 4)) for ids in batch[:2])
    padded = PairBatch(source, target, pad(batch.linked, (0, 4, 0, 4)))
    losses = [
        aligner_network.loss(encoder, examples, static=static, half=False, temperature=0.07).item()
        for examples in (batch, padded)
    ]
    assert losses[0] == pytest.approx(losses[1], rel=1e-5)
    assert losses[0] > 0.1


def test_new_layers_change_no_direction(labelled: Labelled) -> None:
    torch.manual_seed(1)
    encoder = aligner_network.new(150, TINY).eval()
    ids = labelled.batch(np.array([1, 2])).source
    embedded, encoded = encoder.embeddings(input_ids=ids), encoder(input_ids=ids).last_hidden_state
    assert torch.allclose(embedded, encoded, atol=1e-5)


def test_without_links_there_is_nothing_to_learn() -> None:
    pairs = bitext.tokenise(make_texts(3), source_language="de", target_language="en", longest=100)
    tokenizer = subword_vocabulary.train(pairs.source + pairs.target, size=150)
    with pytest.raises(InputError, match="no pair of the bitext has links"):
        Examples.of(pairs, tokenizer).labelled(link_arrays.pack([]))
