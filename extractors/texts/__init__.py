"""Where a text is (places), reading it, and where its tokens stand in it."""
