"""The levels and least counts from which a result is reported, shared by tests, tables and pages."""

ALPHA = 0.05
"""The level of a test where none is set."""
FEWEST_SEGMENTS = 30
"""Fewest segments from which a set says anything.

Below, the intervals cover less than 93 % for metrics as skewed as RIBES, and not even a difference of half a
standard deviation of the segments' scores, "medium" to Cohen (1988), would have been found (2.8 / sqrt(30) = 0.51).
Then no difference found does not mean that there is none, and one that was found is likely exaggerated (Gelman and
Carlin, "Beyond Power Calculations", 2014, https://doi.org/10.1177/1745691614551642).
"""
FEWEST_SHOWN = 10
"""Fewest segments of a set whose score is shown, beside its number of segments."""
FEWEST_CLUSTERS = 10
"""Fewest documents from which a set says anything, where documents are the sample; of words, fewest effective ones.

With fewer, tests by document do not find too much but next to nothing: where there is nothing to find, 0 to 2 % of sets
of four documents at 5 %, and randomisation cannot go below 5 % with five at all. Intervals of RIBES scores miss the
truth in 9 % instead of 5 (benchmarks/document_tests.py --few). Of shares of words, neither the normal distribution nor
the correlation within documents can be relied on.
"""
