"""Error-free segments: their rater marked no error, and scored them high where there are scores.

A mean hides them: two systems with the same mean differ in how many segments a reader can take as they are. As scores,
100 is error-free and 0 is not, so that the score of a set is a share in per cent.

Source: WMT26, "Detection of Error-Free Segments" (subtask 3 of automated evaluation): no annotated span, and an ESA
score of 85 at least, a threshold that depends on the guidelines of the annotation.
"""

from extractors.inputs.testsets import ErrorSpan, EvalSet, GivenScores, Ratings, Score

SUFFIX = "_error_free"


def with_error_free(found: EvalSet) -> EvalSet:
    """Add scores `NAME_error_free` to a set, for each annotation or metric NAME that marks errors."""
    return found.adding(
        _error_free(ratings, found.scores.get(name))
        for name, ratings in found.ratings.items()
        if ratings.values and name + SUFFIX not in found.scores
    )


def _error_free(ratings: Ratings, scores: GivenScores | None) -> GivenScores:
    least = None if scores is None else scores.error_free_from
    given = {} if scores is None else {(s.system, s.segment, s.rater, s.line): s.value for s in scores.values}
    values = []
    for rating in ratings.values:
        score = given.get((rating.system, rating.segment, rating.rater, rating.line))
        is_high = least is None or (score is not None and score >= least)
        value = 100.0 if is_high and not any(map(_counts, rating.errors)) else 0.0
        values.append(Score(rating.system, rating.segment, value, rating.rater, rating.line))
    return GivenScores(name=ratings.name + SUFFIX, human=ratings.human, higher_is_better=True, values=tuple(values))


def _counts(error: ErrorSpan) -> bool:
    """Say whether a span counts as an error: one of weight 0 does not, such as MQM's "neutral"."""
    return error.score is None or error.score != 0
