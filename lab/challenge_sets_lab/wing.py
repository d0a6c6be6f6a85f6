"""What this package adds to mt-challenge-sets: the commands `lab`, and tables of measurements."""

from extractors.core.wings import Wing


class LabWing(Wing):
    """The laboratory: training, measuring, discovering phenomena."""

    commands = "challenge_sets_lab.commands"
    tables = "challenge_sets_lab.tables"


WING = LabWing()
