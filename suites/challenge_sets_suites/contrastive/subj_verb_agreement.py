"""Number of the verb: `der Mann geht` becomes `der Mann gehen`."""

from collections.abc import Iterator

from challenge_sets_suites.contrastive import Candidate, ErrorMaker, Resources, TargetText
from challenge_sets_suites.contrastive._subjects import agreements, certain


class SubjectVerbAgreement(ErrorMaker):
    """Gives a finite verb the number that its subject does not have.

    The German subject `sie` is left to the kind `subj_adequacy`: with it either number is grammatical.
    """

    category = "agreement"

    def make(self, text: TargetText, resources: Resources) -> Iterator[Candidate]:
        for pair in agreements(text, self.language, resources):
            if certain(text, pair, self.language, resources):
                words = (pair.subject.form, pair.verb.form)
                distance = text.distance(pair.subject, pair.verb)
                yield Candidate((text.replaced(pair.verb, pair.other),), words, distance)
