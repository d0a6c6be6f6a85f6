"""Write findings for a terminal: what is significant, what is not, and what was too small."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap

from extractors.core.rounding import decimals
from extractors.formats.findings import COMPARED, TESTED, TEXT, copy_of, is_absent
from extractors.formats.thresholds import ALPHA
from extractors.report.evidence_texts import marked_text
from extractors.report.numbers import (
    WIDTH,
    Row,
    Rows,
    are_beside_people,
    by_evidence,
    cut,
    interval,
    is_significant,
    label_of,
    many,
    mark,
    number,
    p_text,
    percent,
    percent_interval,
    significance,
    wrapped,
)
from extractors.scoring.claims import label_in_words, number_in_words

SMALL, FEW = ("too small", "too few"), "too few controls"
"""How the statuses of sets that are too small to test begin, and of those for which the corpus has too few others."""
OTHERS = "other sentences"
"""What systems are compared with where no human translation has a score."""


def finding_lines(
    findings: Rows,
    conclusions: Mapping[str, Row],
    departures: Rows,
    words: Rows,
    corpus: Rows,
    *,
    alpha: float = ALPHA,
) -> list[str]:
    """Return the findings as lines of at most WIDTH columns, and what is not significant or was not tested.

    Args:
        findings: the rows of FINDINGS.
        conclusions: by phenomenon, the rows of CONCLUSIONS.
        departures: the rows of DEPARTURES.
        words: the rows of WORD_DEPARTURES; none where words were not compared.
        corpus: the rows of CORPUS_SCORES.
    """
    sentences = finding_sentences(findings, conclusions, departures, words, corpus, alpha=alpha)
    lines = ["Findings (95 % confidence intervals; p-values by Benjamini and Hochberg):"] if sentences else []
    for sentence in sentences:
        lines += wrap(sentence, WIDTH, initial_indent="  ", subsequent_indent="    ")
    return [*lines, *wrapped(rest_in_words(findings, corpus, alpha=alpha))]


def finding_sentences(
    findings: Rows,
    conclusions: Mapping[str, Row],
    departures: Rows,
    words: Rows,
    corpus: Rows,
    *,
    alpha: float = ALPHA,
) -> list[str]:
    """Return a sentence for each significant result, single systems at the words first, their sentence scores last.

    For arguments see `finding_lines`.
    """
    places = _places(corpus, findings)
    labels = {row["phenomenon"]: row["label"] for row in findings}
    metric = label_of(findings)
    at_words = sorted((row for row in words if is_significant(row, alpha)), key=lambda row: row["departure"])
    sentences = [_system_word_sentence(row, labels, alpha) for row in at_words]
    far = [row for row in words if _is_below(row["slope_p_bh"], alpha) and row not in at_words]
    sentences += [_by_distance(row, labels) for row in far]
    sentences += [_score_sentence(row, metric, places, alpha) for row in _significant(findings, alpha)]
    sentences += [_word_sentence(row, labels) for row in conclusions.values() if _is_below(row["words_p_bh"], alpha)]
    sentences += [_mark_sentence(row, labels) for row in conclusions.values() if _is_below(row["marked_p_bh"], alpha)]
    departing = sorted((row for row in departures if is_significant(row, alpha)), key=lambda row: row["p"])
    return sentences + [_system_sentence(row, labels, metric, places, alpha) for row in departing]


def _significant(findings: Rows, alpha: float) -> list[Row]:
    return [
        row for row in by_evidence(row for row in findings if row["status"] == TESTED) if is_significant(row, alpha)
    ]


def _score_sentence(row: Row, metric: str, places: int, alpha: float) -> str:
    who = "the system scores" if row["systems_n"] == 1 else "systems score"
    beside = f"on {OTHERS}"
    if row["humans"] is not None:
        beside = "human translations do, each beside its controls and by one reference at a time"
    return (
        f"{_begin(label_in_words(row))} ({many(row['n'], 'segment')}): {who} {_sided(row['beyond'], metric, places)}"
        f" than {beside} {interval(row['low'], row['high'], places)}, p {p_text(row['p_bh'])}{_without(row, alpha)}."
    )


def _without(row: Row, alpha: float) -> str:
    """Say that a result rests on segments without a translation, where it is not significant without them."""
    if row["p_bh_without"] is None or row["p_bh_without"] < alpha:
        return ""
    segments = many(row["artefacts"], "segment")
    return f"; not significant without {segments} where an output has no translation (p {p_text(row['p_bh_without'])})"


def _word_sentence(row: Row, labels: Mapping[str, str]) -> str:
    """Say what the words of hits show, beyond human translations where these are compared."""
    kind = "words_difference" if row["words_beyond"] is None else "words_beyond"
    than = "for control words" if row["words_beyond"] is None else "human translations do, beside control words"
    points = row[kind]
    return (
        f"{_begin(labels[row['phenomenon']])}: outputs have a reference's words for {percent(row['words_accuracy'])} %"
        f" of {many(row['words_n'], 'hit')}, {percent(abs(points))} points {'less' if points < 0 else 'more'} often"
        f" than {than} {percent_interval(row, kind)}, p {p_text(row['words_p_bh'])}."
    )


def _system_word_sentence(row: Row, labels: Mapping[str, str], alpha: float) -> str:
    """Say how often a system has a reference's words, or order, beside other systems and its own control words."""
    side = "fewer" if row["departure"] < 0 else "more"
    what = "a reference's order" if row["is_order"] else "a reference's words"
    ends = percent_interval(row, "departure", places=0, is_size=True)
    text = (
        f"{row['system']}, {labels[row['phenomenon']]}: {what} at {percent(row['match'], places=0)} % of"
        f" {many(row['n'], 'hit')}, other systems {percent(row['others'], places=0)} %; {_size(row['departure'])}"
        f" points {side} than its control words predict {ends}, p {p_text(row['p_bh'])}"
    )
    if _is_below(row["slope_p_bh"], alpha):
        text += f"; {_slope(row)}"
    return f"{text}."


def _by_distance(row: Row, labels: Mapping[str, str]) -> str:
    return f"{row['system']}, {labels[row['phenomenon']]}: {_slope(row)}."


def _slope(row: Row) -> str:
    """Say how the departure changes with distance."""
    side = "fewer" if row["slope"] < 0 else "more"
    ends = percent_interval(row, "slope", places=0, is_size=True)
    p = p_text(row["slope_p_bh"])
    return f"{_size(row['slope'])} points {side} at each step of distance (0, 1 to 2, 3 or more) {ends}, p {p}"


def _size(share: float) -> str:
    return percent(abs(share), places=0)


def _mark_sentence(row: Row, labels: Mapping[str, str]) -> str:
    return f"{_begin(labels[row['phenomenon']])}: {marked_text(row)}."


def _system_sentence(row: Row, labels: Mapping[str, str], metric: str, places: int, alpha: float) -> str:
    name = label_in_words({"label": labels[row["phenomenon"]], "distance": row["distance"]})
    ends = interval(row["departure_low"], row["departure_high"], places)
    return (
        f"{row['system']}, sentences with {name}: {_sided(row['departure'], metric, places)} than the mean of the"
        f" systems, each beside its controls {ends}, p {p_text(row['p_bh'])}{_without(row, alpha)}."
    )


def rest_in_words(findings: Rows, corpus: Rows, *, alpha: float = ALPHA) -> str:
    """Say what is not significant, and how many phenomena were not tested and why; empty if there are none of either.

    For arguments see `finding_lines`.
    """
    significant, metric, places = _significant(findings, alpha), label_of(findings), _places(corpus, findings)
    tested = [row for row in findings if row["status"] == TESTED]
    unclear = [row for row in tested if row not in significant]
    parts = []
    if unclear:
        whom = "human translations" if are_beside_people(unclear) else OTHERS
        sizes = sorted(row["detectable"] for row in unclear if row["detectable"] is not None)
        range_ = " to ".join(dict.fromkeys(number(size, places) for size in (sizes[0], sizes[-1]))) if sizes else ""
        what = many(len(unclear), "other phenomenon" if significant else "phenomenon")
        parts.append(f"No significant difference from {whom} on {what} (BH, p < {alpha:g})")
        if range_:
            parts.append(f"minimum detectable difference {range_} {metric} (80 % power)")
    untestable = [row for row in findings if row["status"] == TEXT]
    if untestable:
        parts.append(
            f"{many(len(untestable), 'phenomenon')} cannot be tested for all systems together: that takes a second"
            " human reference"
        )
    others = [row for row in findings if row["status"] not in COMPARED]
    absent = sum(is_absent(row["status"]) for row in others)
    copies = sum(copy_of(row["status"]) is not None for row in others)
    few = sum(row["status"].startswith(FEW) for row in others)
    small = sum(row["status"].startswith(SMALL) for row in others) - few
    counts = {
        "too small to test": small,
        "with too few controls": few,
        "not in this corpus": absent,
        "with the segments of another": copies,
        "not tested for another reason": len(others) - small - few - absent - copies,
    }
    counted = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
    if not parts and not significant:
        parts.append("No phenomenon is tested")
    if not parts:
        return f"Others: {counted}." if counted else ""
    return f"{'; '.join(filter(None, [*parts, counted]))}."


def finding_table(findings: Rows, corpus: Rows, *, alpha: float = ALPHA) -> str:
    """Return the table of all compared phenomena, what its columns mean, and why others are not tested.

    Args:
        findings: the rows of FINDINGS.
        corpus: the rows of CORPUS_SCORES.
    """
    if not findings:
        return "no sets\n"
    places = _places(corpus, findings)
    tested = by_evidence(row for row in findings if row["status"] == TESTED)
    untestable = sorted((row for row in findings if row["status"] == TEXT), key=lambda row: row["systems"])
    lines = _table([*tested, *untestable], places, alpha, label_of(findings))
    if lines:
        columns = "systems: set minus controls, with its 95 % confidence interval."
        if are_beside_people(findings):
            columns = (
                "systems, humans: set minus controls. beyond: systems minus humans, by one reference at a time, with"
                " its 95 % confidence interval; without humans, the interval of systems."
            )
        lines += wrapped(
            f"n: segments compared with controls. {columns} MDD: minimum detectable difference (80 % power). *:"
            f" {significance(alpha)}."
        )
    return "".join(f"{line}\n" for line in [*lines, *untested_lines(findings)])


def of_primary(rows: Rows, findings: Rows) -> list[Row]:
    """Return the rows of the primary metric."""
    return [row for row in rows if row["metric"] == findings[0]["metric"]]


def untested_lines(rows: Rows) -> list[str]:
    """Say why phenomena with segments are not tested, a line each; those that are too small stand together, with n."""
    others = [row for row in rows if row["status"] not in COMPARED and not is_absent(row["status"])]
    small = [row for row in others if row["status"].startswith("too small")]
    large = [row for row in others if row not in small]
    width = max((len(row["phenomenon"]) for row in large), default=0)
    lines = ["not tested:"] if large else []
    lines += [f"  {row['phenomenon']:{width}}  d >= {row['distance']:<2}  {row['status']}" for row in large]
    if small:
        # The space between a name and its number is no place to break a line.
        named = ", ".join(f"{row['phenomenon']}\u00a0{row['n']}" for row in small)
        lines += [line.replace("\u00a0", " ") for line in wrapped(f"too small (n): {named}")]
    return lines


def _table(rows: Rows, places: int, alpha: float, label: str) -> list[str]:
    """Return a heading and a line for each row, without empty columns; nothing if there are no rows."""
    if not rows:
        return []
    stars = [mark(row["p_bh"], alpha) or " " for row in rows]
    systems, humans, beyond = (
        [number(row[of], places, sign=True) for row in rows] for of in ("systems", "humans", "beyond")
    )
    compared = {"systems": systems, "humans": humans, "beyond": list(map("".join, zip(beyond, stars, strict=True)))}
    if not are_beside_people(rows):
        compared = {"systems": list(map("".join, zip(systems, stars, strict=True)))}
    columns = {
        "n": [f"{row['n']:,}" for row in rows],
        **compared,
        "95 % CI": [interval(row["low"], row["high"], places) for row in rows],
        "MDD": [number(row["detectable"], places) for row in rows],
        "p (BH)": [p_text(row["p_bh"]) for row in rows],
    }
    shown = {name: cells for name, cells in columns.items() if any(cell.strip() for cell in cells)}
    widths = {name: max(map(len, [name, *cells])) for name, cells in shown.items()}
    room = WIDTH - sum(widths.values()) - 2 * len(widths)
    at = [f":{row['distance']}" if row["distance"] else "" for row in rows]
    names = [label, *(row["phenomenon"] + d for row, d in zip(rows, at, strict=True))]
    first = min(room, max(map(len, names)))
    lines = zip(names, *([name, *cells] for name, cells in shown.items()), strict=True)
    return [
        "  ".join(
            [cut(name, first).ljust(first), *(c.rjust(w) for c, w in zip(cells, widths.values(), strict=True))]
        ).rstrip()
        for name, *cells in lines
    ]


def _places(corpus: Rows, findings: Rows) -> int:
    return decimals(abs(row["score"]) for row in of_primary(corpus, findings)) if findings else 1


def _sided(value: float, metric: str, places: int) -> str:
    """Write a difference as `4.2 BLEU lower`."""
    return f"{number_in_words(value, places)} {metric} {'lower' if value < 0 else 'higher'}"


def _begin(text: str) -> str:
    return text[:1].upper() + text[1:]


def _is_below(p: float | None, alpha: float) -> bool:
    return p is not None and p < alpha
