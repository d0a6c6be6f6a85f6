"""Measuring links beside gold ones: `align-quality`, and the gold of `train-aligner`."""
