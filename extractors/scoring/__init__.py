"""From segment statistics to tables to draw conclusions from; the tests are those of `statistics`. Each module says at
its head what it adds."""
