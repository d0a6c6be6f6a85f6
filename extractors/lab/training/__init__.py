"""Training of parsers and aligners: `train-parser` and `train-aligner`. Nothing that a run imports knows of it.

aligner      the encoder that ships
parser       the parsers that ship
checkpoints  where a training that was stopped goes on
folders      the folder of a model, whole or not at all
"""
