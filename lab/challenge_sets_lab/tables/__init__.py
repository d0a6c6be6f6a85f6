"""The tables of measurements: how well parsers and aligners do."""
