"""Accuracy at the phenomenon: does a system's output have the words that a hit's two source words became?

`evidence` finds, through the alignment, what the references made of a source word; `matching` looks for it
in an output; `verdicts` says from other texts too whether a hit is rendered (`support`, `separable_verbs`,
`function_words` and `negators` are its evidence, `findings` what it says); `controls` finds other source words to
compare with; `intervals` has the tests; `measure` puts them together, `stage` reads and writes what a run keeps,
and `kept` what a published set does.
docs/accuracy.md says what the numbers mean and what they cannot see.
"""
