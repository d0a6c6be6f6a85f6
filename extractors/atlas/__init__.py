"""Many test sets: the effects of each phenomenon in all of them, pooled by random effects."""
