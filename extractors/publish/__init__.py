"""Publish a run's challenge sets as a folder that others download, load, score with and rebuild."""
