"""Translation of a corpus by a sequence-to-sequence model of the transformers library, and scores of translations.

Beam search without sampling, so that the same model gives the same outputs. No segment is cut to what the model
can read: one that is longer is translated in parts, at ends of sentences where it has them. A translation that
reaches the most subwords that it may have ends there, as the model could say no more; which these are is said.
"""
