"""Write hits for the terminal, a line each with the two words marked; parses as tables; counts."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import groupby

import numpy as np
import numpy.typing as npt
from rich.table import Table
from rich.text import Text

from extractors.api.diagnosis import diagnose
from extractors.api.request_hits import RequestHits
from extractors.core.terminal import WIDEST, as_text
from extractors.formats.treebank import Treebank
from extractors.report.numbers import many

STYLES = ("bold cyan", "bold yellow")
"""Of the head and of the dependent."""

FAR = 4
"""Distances from here on are counted together."""

Marks = Mapping[int, Sequence[tuple[str, str]]]
"""word -> its roles, as (name of its node, style)"""


class Concordance:
    """Writes hits and parses.

    Args:
        colour: mark the words by colours, otherwise by brackets and the names of their nodes.
        width: columns of the terminal; None for lines as long as they need.
    """

    def __init__(self, *, colour: bool = False, width: int | None = None) -> None:
        self._colour = colour
        self._width = width or WIDEST

    def hits(
        self,
        hits: RequestHits,
        *,
        limit: int,
        seed: int | None = None,
        tree: bool = False,
        translations: Mapping[str, Sequence[str]] | None = None,
    ) -> str:
        """Write the chosen hits in the order of the text, each with its segment, distances and any confidence.

        Args:
            tree: add the parse of each shown sentence.
            translations: by name, the translations of all segments, to show below the hits of each sentence.
        """
        chosen = hits.chosen(limit, seed)
        if not chosen:
            return ""
        labels = {hit: segment_label(hits.treebank, int(hits.pairs[hit, 0])) for hit in chosen}
        sure = hits.confidence
        widths = [max(7, *map(len, labels.values())), 8, 2]
        names = ["segment", "distance", "UD"]
        if sure is not None:
            widths, names = [*widths, 10], [*names, "confidence"]
        text = self._text(self._row(widths, [*names, self._heading(hits)], style="dim"))
        for sentence, group in groupby(chosen, key=lambda hit: int(hits.treebank.sentence[hits.pairs[hit, 0]])):
            marks: dict[int, list[tuple[str, str]]] = defaultdict(list)
            for hit in group:
                roles = _roles(hits, hit)
                distances = ("", "") if hits.one_word else (str(hits.distance[hit]), str(hits.distance_ud[hit]))
                cells = [labels[hit], *distances, *([] if sure is None else [_probability(float(sure[hit]))])]
                text += self._text(self._row(widths, [*cells, self._sentence(hits.treebank, sentence, roles)]))
                for word, word_roles in roles.items():
                    marks[word] += [role for role in word_roles if role not in marks[word]]
            segment = int(hits.treebank.segment[sentence])
            for name, texts in (translations or {}).items():
                text += self._text(self._row(widths, [""] * len(widths) + [f"{name}: {texts[segment]}"], style="dim"))
            if tree:
                text += self.tree(hits.treebank, sentence, marks) + "\n"
        return f"{text.rstrip()}\n"

    def tree(self, treebank: Treebank, sentence: int, marks: Marks) -> str:
        """Write a sentence's parse as a table: a line for each word, with its head, and any confidence at the end."""
        start, end = treebank.sentence_start[sentence : sentence + 2].tolist()
        tokens = {first: (last, form) for first, last, form in treebank.multiword}
        table = Table.grid(padding=(0, 2, 0, 0))
        for justify in ("left", "right", *["left"] * 7):
            table.add_column(justify=justify, no_wrap=True)  # type: ignore[arg-type]  # the two are literals
        for word in range(start, end):
            number = word - start + 1
            if word in tokens:
                last, form = tokens[word]
                table.add_row("", f"{number}-{last - start + 1}", form, style="dim")
            roles = marks.get(word, ())
            head = int(treebank.head[word])
            table.add_row(
                "    " + " ".join(name for name, _ in roles),
                str(number),
                Text(treebank.form[word], style=roles[0][1] if roles else ""),
                treebank.lemma[word],
                treebank.upos[word],
                Text(f"{head} {treebank.form[start + head - 1]}" if head else "0"),
                treebank.deprel[word],
                Text(treebank.feats[word]),
                "" if treebank.confidence is None else _probability(float(treebank.confidence[word])),
            )
        return as_text(table, colour=self._colour)

    def trees(self, treebank: Treebank, limit: int) -> str:
        """Write the parses of the first `limit` sentences."""
        parses = []
        for sentence in range(min(limit, len(treebank.segment))):
            start = int(treebank.sentence_start[sentence])
            parses.append(f"segment {segment_label(treebank, start)}\n{self.tree(treebank, sentence, {})}")
        return "\n".join(parses)

    def summary(self, hits: RequestHits, *, limit: int, seed: int | None = None) -> str:
        """Write the number of hits and the distances of their words; or the reason why there is none."""
        bank = hits.treebank
        parser = "" if bank.generator == "unknown" else f", parsed by {bank.generator}"
        where = f" in {many(hits.sentences, 'sentence')}" if len(hits) else ""
        searched = f"{many(len(bank), 'word')} in {many(len(bank.segment), 'sentence')}"
        text = f"{many(len(hits), 'hit')}{where}; searched {searched}{parser}\n"
        if len(hits) > limit:
            shown = f"the first {limit:,}" if seed is None else f"a random {limit:,} (seed {seed})"
            text += f"shown: {shown}\n" if limit else ""
        if not len(hits):
            return text + self._reasons(hits)
        if len(hits.rules) > 1:
            text += f"by request: {', '.join(f'{n}: {len(p):,}' for n, p in enumerate(hits.by_rule, 1))}\n"
        return text if hits.one_word else text + self._distances(hits)

    def _distances(self, hits: RequestHits) -> str:
        table = Table.grid(padding=(0, 3, 0, 0))
        table.add_column()
        for _ in range(FAR + 1):
            table.add_column(justify="right")
        table.add_row("hits at", *map(str, range(FAR)), f"{FAR}+", style="dim")
        for name, distances in (("distance", hits.distance), ("UD distance", hits.distance_ud)):
            table.add_row(name, *(f"{count:,}" for count in counts(distances)))
        return self._text(table)

    def _reasons(self, hits: RequestHits) -> str:
        reasons = [diagnose(rule, hits.treebank).lines() for rule in hits.rules]
        if len(reasons) == 1:
            lines = reasons[0]
        else:
            numbered = enumerate(reasons, 1)
            lines = [line for n, each in numbered for line in (f"request {n}:", *(f"  {line}" for line in each))]
        return "".join(f"{line}\n" for line in lines)

    def _heading(self, hits: RequestHits) -> str | Text:
        """Say which colour is which node; without colours, the brackets around words already name the nodes."""
        if not self._colour:
            return "sentence"
        names = {(rule.head, rule.dependent) for rule in hits.rules}
        return _styled(("head", "dependent") if len(names) > 1 else names.pop())

    def _sentence(self, treebank: Treebank, sentence: int, roles: Marks) -> Text:
        """Join the surface tokens of a sentence, and mark the tokens that hold a word with a role."""
        tokens = treebank.tokens_of(sentence)
        return Text(" ").join(self._token(treebank, form, words, roles) for form, words in tokens)

    def _token(self, treebank: Treebank, form: str, words: Sequence[int], roles: Marks) -> Text:
        """Mark a token if a word in it has a role, and name a word that is not the whole token: `zum/dem`."""
        marked = [(word, *role) for word in words for role in roles.get(word, ())]
        if not marked:
            return Text(form)
        inner = dict.fromkeys(treebank.form[word] for word, _, _ in marked) if len(words) > 1 else {}
        form = "/".join([form, *inner])
        if self._colour:
            return Text(form, style=marked[0][2])
        return Text(f"[{','.join(name for _, name, _ in marked)}:{form}]")

    @staticmethod
    def _row(widths: Sequence[int], cells: Sequence[str | Text], style: str = "") -> Table:
        table = Table.grid(padding=(0, 2, 0, 0))
        for number, width in enumerate(widths):
            table.add_column(width=width, justify="right" if number else "left", no_wrap=True)
        table.add_column(overflow="fold")
        table.add_row(*cells, style=style)
        return table

    def _text(self, table: Table) -> str:
        return as_text(table, width=self._width, colour=self._colour)


def segment_label(treebank: Treebank, word: int) -> str:
    """Return the label of a word's sentence, as in `sent_id`: `7`, or `7-2` if segment 7 has several sentences."""
    sentence = int(treebank.sentence[word])
    segment = int(treebank.segment[sentence])
    first, after = np.searchsorted(treebank.segment, [segment, segment + 1]).tolist()
    return f"{segment}" if after - first == 1 else f"{segment}-{sentence - first + 1}"


def _roles(hits: RequestHits, hit: int) -> dict[int, list[tuple[str, str]]]:
    """Return the marks of a hit's words; a hit of one word has one mark if both its nodes have the same name."""
    roles: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for word, role in zip(hits.pairs[hit].tolist(), zip(hits.nodes(hit), STYLES, strict=True), strict=True):
        if role[0] not in [name for name, _ in roles[word]]:
            roles[word].append(role)
    return dict(roles)


def _styled(names: tuple[str, str]) -> Text:
    parts = [Text(name, style=style) for name, style in zip(names, STYLES, strict=True)]
    return Text(" ").join(parts[: len(set(names))])


def _probability(value: float) -> str:
    """Format a confidence as in CoNLL-U; NaN gives an empty text."""
    return "" if np.isnan(value) else f"{value:.3f}"


def counts(distances: npt.NDArray[np.int64]) -> list[int]:
    """Count the distances that are 0, 1, 2, 3, and `FAR` or more."""
    return [int(count) for count in np.bincount(np.minimum(distances, FAR), minlength=FAR + 1)]
