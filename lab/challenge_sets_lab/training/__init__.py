"""Training of parsers and aligners: `train-parser` and `train-aligner`. Nothing that a run imports knows of it."""
