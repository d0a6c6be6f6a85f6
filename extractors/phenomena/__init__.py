"""The catalogue of phenomena, config/phenomena.yaml, and how well the shipped parsers find each."""
