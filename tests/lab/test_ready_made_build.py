"""Building ready-made sets: what a corpus may be called. The others of its tests are those of what it makes."""

import pytest

from challenge_sets_lab.ready_made_build import build
from extractors.config.run import build_config
from extractors.core.errors import InputError
from tests.builders.test_sets import write


@pytest.mark.parametrize("name", ["wmt2024-en-de", "wmt24-en_de", "wmt24-fi-sv", "news"])
def test_a_corpus_that_is_no_test_set_of_sacrebleu_is_refused(tmp_path, name):
    write(tmp_path / "x.en", "A line.\n")
    corpus = {"source_language": "en", "target_language": "de", "source": str(tmp_path / "x.en")}
    run = build_config({"corpora": {name: corpus}}, [])
    with pytest.raises(InputError, match=f"the corpus '{name}' is not called as a test set and a pair"):
        build(run, tmp_path)
