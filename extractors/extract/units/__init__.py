"""Segments of several sentences, cut into units of one: the source by its parse, translations where they match it.

A segment of today's test sets is a paragraph. Its units are the finest that the source, every reference and every
output can be cut into alike, so that units compare as segments do; nothing is lost, moved or put into another segment.
"""
