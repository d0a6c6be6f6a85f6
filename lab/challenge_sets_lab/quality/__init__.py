"""Measuring a parser: how well it finds the phenomena, beside the trees of a treebank: `quality`."""
