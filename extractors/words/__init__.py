"""The words of a hit: does a system's output have what its two source words became, and what did people mark or change?

`evidence` finds, through the alignment, what the references made of a source word; `rendering_judge` looks for it in an
output; `controls` finds other source words to compare with; `measure` puts them together. `marked_hits` does the same
with the errors that people marked, `post_edits` with the words that they changed; `joined_evidence` says what scores
and words say together. docs/accuracy.md says what the numbers mean and what they cannot see.
"""
