"""The review of a config: every file that it names read, every backend made, nothing run."""

from extractors.config.run import RunConfig
from extractors.config.validation import publishing_checks, suite_checks, text_checks
from extractors.config.validation.backends import Backends
from extractors.config.validation.config_findings import ConfigFindings
from extractors.core.oserrors import check_writable
from extractors.core.yamlfile import ValueOrigin


def review(run: RunConfig, origin: ValueOrigin) -> ConfigFindings:
    """What a run of a config would refuse, and what only the run can tell.

    Models are loaded, since only then is it known whether they fit the languages and options; nothing is fetched.

    Args:
        origin: where the values of the config stand, for messages.
    """
    findings = ConfigFindings(origin)
    with findings.at("results"):
        check_writable(run.results)
    backends = Backends(findings)
    for corpus in run.corpora.values():
        texts = text_checks.review(corpus, findings, check_languages=run.settings.check_languages)
        backends.review(corpus, run, texts)
        publishing_checks.review(corpus, findings)
    for suite in run.suites.values():
        suite_checks.review(suite, findings)
    return findings
