"""The recipe of the shipped parsers, which extractors.parsers._biaffine runs.

harmony   treebanks made to agree with the first one
data      treebanks as training examples
silver    raw text that two parsers agree on
emphasis  rare constructions, to be seen more often
loss      the function that training minimises
training  epochs, batches, and where they stopped
recipe    all steps, each of which leaves its result in a work folder
scores    how good parses are beside gold ones
"""
