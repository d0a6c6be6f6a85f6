"""A small graph-based parser: tags, features, lemmas, sentence starts and trees from one network.

Words in, Universal Dependencies out, with a probability for each arc. Source: Dozat and Manning
(2017), Deep Biaffine Attention for Neural Dependency Parsing, ICLR, over a BiLSTM (Kiperwasser and
Goldberg 2016); word vectors from hashed affixes and n-grams (Bojanowski et al. 2017), so that no
word is unknown. One network does all, since a line of text should be read once: the libraries that
have such parsers read it once a task, and are an order of magnitude slower on a processor.

It is trained by challenge_sets_lab.training.parser.
"""
