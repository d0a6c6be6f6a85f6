"""Whether a corpus of which a licence is written may be published."""

from extractors.config.corpus import CorpusConfig
from extractors.config.publication import check_licence
from extractors.config.validation.config_findings import ConfigFindings


def review(corpus: CorpusConfig, findings: ConfigFindings) -> None:
    """Ask what the target `publish` asks, of whoever wrote a licence: nobody else wants to publish."""
    if corpus.publish.licence is not None and corpus.references:
        with findings.at(*map(str, findings.keys_of(corpus.name, "publish"))):
            check_licence(corpus.publish, corpus.name)
