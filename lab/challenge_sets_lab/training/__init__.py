"""Training of aligners: `train-aligner`. Nothing that a run imports knows of it."""
