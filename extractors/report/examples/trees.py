"""The dependency trees of segments, small enough to put thousands of them into a page.

The page draws a tree when it is asked for. displaCy draws them in Python only, and one drawing of it takes as much
room as fifty of these trees; so the page's own script draws arcs, labels and arrow heads as displaCy does.
"""

from typing import Any

import numpy as np

from extractors.formats.treebank import Treebank


def sentences_of(bank: Treebank, segment: int) -> list[list[list[Any]]]:
    """The sentences of a segment: forms, UPOS (numbers), heads (1-based, 0 for the root), relations (numbers).

    The numbers are places in the treebank's lists of values. A segment without words has no sentence.
    """
    first, last = np.searchsorted(bank.segment, [segment, segment + 1]).tolist()
    sentences = []
    for sentence in range(first, last):
        words = slice(*bank.sentence_start[sentence : sentence + 2].tolist())
        sentences.append(
            [
                [bank.form.values[code] for code in bank.form.codes[words].tolist()],
                bank.upos.codes[words].tolist(),
                bank.head[words].tolist(),
                bank.deprel.codes[words].tolist(),
            ]
        )
    return sentences
