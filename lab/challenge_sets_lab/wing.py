"""What this package adds to mt-challenge-sets: the commands `lab`."""

from extractors.core.wings import Wing


class LabWing(Wing):
    """The laboratory: training, measuring, discovering phenomena."""

    commands = "challenge_sets_lab.commands"


WING = LabWing()
