"""Accuracy at the phenomenon: does a system's output have the words that a hit's two source words became?

`evidence` finds, through the alignment, what the references made of a source word; `rendering_judge` looks for it in an
output; `verdicts` says from other texts too whether a hit is rendered; `controls` finds other source words to compare
with; `measure` puts them together. docs/accuracy.md says what the numbers mean and what they cannot see.
"""
