"""A parser that reads tags off the words."""

from extractors.formats.treebank import Sentence, Word
from extractors.models.parsers import Parser


class TaggedParser(Parser):
    """Reads `kam/VERB an/ADP`: the first word is the root, the others depend on it."""

    def __init__(self):
        self.calls = 0

    @property
    def signature(self):
        return "tagged"

    def parse(self, segments):
        self.calls += 1
        for text in segments:
            pairs = [word.split("/") for word in text.split()]
            words = tuple(
                Word(form, form, tag, "_", "_", min(i, 1), "dep" if i else "root")
                for i, (form, tag) in enumerate(pairs)
            )
            yield [Sentence(words, " ".join(form for form, _ in pairs))] if words else []
