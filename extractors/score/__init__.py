"""From segment statistics to tables to draw conclusions from; the tests are those of `statistics`, and `accuracy` looks
at the words of hits alone. Each module says at its head what it adds."""
