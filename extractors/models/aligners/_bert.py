"""Our encoders, those that `challenge-sets lab train-aligner` trained and the shipped one, with NumPy alone."""

from collections.abc import Sequence
from pathlib import Path

from safetensors import SafetensorError
from tokenizers import Tokenizer

from extractors.core.arrays import Float32
from extractors.core.errors import InputError
from extractors.models.aligners._encoder import Encoder, chosen_layer
from extractors.models.aligners._subwords import Encode, SubwordTokenizer, of_library
from extractors.models.bert import Bert
from extractors.models.model_files import read_model
from extractors.models.our_encoders import PIECES, SCORES, TOKENIZER
from extractors.models.packed import PackedWeights
from extractors.models.unigram import UnigramPieces


class BertEncoder(Encoder):
    """The encoder in a folder; layer and size of a batch are those of `simalign.load_encoder`."""

    def __init__(self, path: Path, *, layer: int | None, batch_size: int) -> None:
        name = path.resolve().name
        try:
            config, weights = read_model(path)
            depth = int(config["num_hidden_layers"])
            wanted = chosen_layer(layer, depth, name, config.get("alignment_layer"))
            self._network = Bert(config, PackedWeights(weights), layers=wanted)
            encode: Encode
            if (path / PIECES).exists():
                pieces = UnigramPieces.read(path / PIECES, weights[SCORES])
                # Before a word that no piece begins with; it would be linked to another of its kind anywhere.
                self.unmatched = pieces.space
                encode = pieces.encode
            else:
                encode = of_library(_tokenizer(path / TOKENIZER, self._network.vocabulary))
            subwords = SubwordTokenizer(encode)
        except InputError:
            raise
        except (OSError, ArithmeticError, ValueError, LookupError, TypeError, RecursionError, SafetensorError) as error:
            raise InputError(
                f"cannot be loaded: {error}",
                path=path,
                remedy="give a folder that `challenge-sets lab train-aligner` wrote; if it is a copy, copy it again",
            ) from error
        limit = self._network.positions
        super().__init__(name, path, layer=wanted, device="cpu", subwords=subwords, limit=limit, batch_size=batch_size)

    def _hidden(self, whole: Sequence[Sequence[int]]) -> list[Float32]:
        return self._network.hidden(whole)


def _tokenizer(path: Path, vocabulary: int) -> Tokenizer:
    """Load the tokenizer in a file. Raises ValueError if it is not one, or has more subwords than the network."""
    text = path.read_text(encoding="utf-8")
    try:
        tokenizer = Tokenizer.from_str(text)
    except Exception as error:  # the library raises nothing more special
        raise ValueError(f"{path.name} is not a tokenizer: {error}") from error
    if tokenizer.get_vocab_size() > vocabulary:
        raise ValueError(f"{path.name} has {tokenizer.get_vocab_size()} subwords, the network {vocabulary}")
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer
