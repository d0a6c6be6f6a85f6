"""Conclusions from the scores of challenge sets: intervals, tests, trends, clusters of systems.

Pure functions over arrays; nothing here reads or writes, and every random draw hangs on a seed. A metric
comes as its `score`, a function from sums of statistics (..., k) to scores (...); statistics come as (N, K, k):
segments, systems, statistics.

pvalues      empirical p-values, and their correction over a family of tests
estimates    a value with its interval, p-value and the smallest effect that could have been found
samples      a set beside its control samples, as in the paper
matches      the segments that may be controls of a set, by strata
contrasts    a set beside all its eligible controls: the difference, and how sure it is
resampling   bootstrap samples of a set
systems      each pair of systems: paired bootstrap, approximate randomisation, interaction with a phenomenon
clusters     ranks, and groups of systems that do not differ
trends       whether scores fall with the distance
signatures   how it was done, as sacreBLEU writes it
"""
