"""Commands about the results of a corpus, which belong to no group."""
