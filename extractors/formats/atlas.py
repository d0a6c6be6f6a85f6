"""What the names of effects end in."""

BEYOND = "-beyond"
"""Ends the name of a metric, of the systems' effect beyond that of human translations."""
BY_PEOPLE = "-humans"
"""Ends the name of a metric, of the effect of human translations, each scored against the others."""
BY_SYSTEMS = "-systems"
"""Ends the name of a metric, of the effect of systems, scored against the same references, one at a time."""
