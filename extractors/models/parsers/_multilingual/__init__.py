"""One parser for many languages, on the embeddings of the shipped encoder, with NumPy alone.

text_cutting   text into words and sentences, from its characters
word_scores    the network: what each word is, and how well words go together as arcs
labels         what the network may say, and what each treebank has of it
language_model all of it for one language: words in, analyses out
"""
