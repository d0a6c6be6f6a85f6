"""The hits behind the numbers, one by one: which are shown, and what is marked in them."""
