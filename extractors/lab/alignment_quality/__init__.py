"""Measuring links beside gold ones: `align-quality`, and the gold of `train-aligner`.

gold          gold links with their tokens, and the files that hold them
link_files    links in text files, counted from 0 or from 1
scores        precision, recall, F1 and AER, with intervals
reordering    how well reordering is found from links
confidence    how often links of a confidence are right
measure       all of these as a table
page          the same as Markdown
"""
