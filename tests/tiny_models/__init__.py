"""Real but tiny models, trained in the tests from the treebanks in tests/data, without a network.

They know thirty sentences: enough to hold a backend to its contract, and nothing more.
"""
