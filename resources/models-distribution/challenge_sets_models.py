"""Nothing but data comes with this distribution: models beside those of mt-challenge-sets."""
