"""Conclusions from the scores of challenge sets: intervals, tests, clusters of systems.

Pure functions over arrays; nothing here reads or writes, and every random draw hangs on a seed. A metric
comes as its `score`, a function from sums of statistics (..., k) to scores (...); statistics come as (N, K, k):
segments, systems, statistics.
"""
