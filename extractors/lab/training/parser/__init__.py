"""The recipe of the shipped parsers, which extractors.models.parsers._biaffine runs.

materials    what a parser is trained on, from files
harmony      treebanks made to agree with the first one
silver       raw text that two parsers agree on
emphasis     rare constructions, to be seen more often
cutting      what a treebank cuts otherwise than the tokenizer
data         treebanks as training examples
pretraining  raw text, of which hidden words are guessed
loss         the function that training minimises
training     epochs, batches, and where they stopped
agreement    case, number and gender by phrase
scores       how good parses are beside gold ones
recipe       all steps, from files to a model folder
card         the model card
"""
