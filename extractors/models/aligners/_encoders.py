"""Which class runs an encoder: NumPy's for ours on a CPU, PyTorch's for all others."""

from extractors.models import installed
from extractors.models.aligners._bert import BertEncoder
from extractors.models.aligners._encoder import Encoder
from extractors.models.our_encoders import is_ours


def load(model: str, *, layer: int | None, device: str, batch_size: int, download: bool) -> Encoder:
    """Load a pretrained encoder up to `layer`.

    Args:
        model: a folder, the name of a shipped model, or a name at the Hugging Face hub.
        layer: the hidden state to take, 0 for the embeddings; None for 8, or the last of fewer.
        device: as torch names it, "cpu" or "cuda".
        batch_size: the most subwords, padding counted, in a batch (a longer segment is one batch).
        download: fetch a hub model that is not in the local cache.
    """
    path = installed.find(model)
    if path is not None and device == "cpu" and is_ours(path):
        return BertEncoder(path, layer=layer, batch_size=batch_size)
    # Here and not above: PyTorch and transformers take seconds to import, and come with an extra.
    from extractors.models.aligners._transformer import TransformerEncoder

    return TransformerEncoder(model, path, layer=layer, device=device, batch_size=batch_size, download=download)
