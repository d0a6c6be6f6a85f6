"""Opening all that a config names: files and folders read, backends made, as the stages do, and nothing run.

Models are loaded, since only then is it known whether they fit the languages and options; nothing is fetched.
"""

from collections.abc import Mapping

from extractors.config.config_findings import ConfigFindings
from extractors.config.corpus import CorpusConfig
from extractors.config.opened_backends import OpenedBackends, is_fetched
from extractors.config.output_settings import check_licence
from extractors.config.run import RunConfig
from extractors.config.suite import SuiteConfig
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.core.oserrors import check_writable
from extractors.extract.audit import lines_of, shifted
from extractors.extract.ingest import check_corpus, check_output, ingest_system
from extractors.extract.segment_covariates import names_of
from extractors.extract.testset_tables import read_beside
from extractors.formats import tables
from extractors.formats.judgments import JUDGMENTS
from extractors.formats.segments import Corpus
from extractors.inputs.beside_source import numbers_beside, texts_beside
from extractors.inputs.output_texts import warn_of_empty
from extractors.inputs.places import pattern_of_pair
from extractors.inputs.reading import read_texts
from extractors.models.tool_settings import PairScorerSettings
from extractors.score.imported_scores import ScoreFile
from extractors.suites.judging import create_judge
from extractors.suites.suite_stage import check_suite, own_judgments, read_suite

LONGEST = 100_000
"""The most lines in which shifts are looked for here, which takes seconds then."""


def open_run(run: RunConfig, findings: ConfigFindings) -> None:
    """Find what a run would refuse of the files and models of its config."""
    with findings.opening("results"):
        check_writable(run.results)
    backends = OpenedBackends(findings)
    for corpus in run.corpora.values():
        texts = _OpenedTexts(corpus, findings).read(check_languages=run.settings.check_languages)
        backends.open(corpus, run, texts)
        # Whoever writes no licence does not want to publish.
        if corpus.publish.licence is not None and corpus.references:
            with findings.opening(*findings.keys_of(corpus.name, "publish")):
                check_licence(corpus.publish, corpus.name)
    for suite in run.suites.values():
        _open_suite(suite, findings)


class _OpenedTexts:
    """The texts of a corpus, its systems, scores and names."""

    def __init__(self, corpus: CorpusConfig, findings: ConfigFindings) -> None:
        self._corpus, self._findings = corpus, findings
        self._languages = {"source_language": corpus.source_language, "target_language": corpus.target_language}
        self._keys = ("corpora", corpus.name)

    def read(self, *, check_languages: bool) -> Corpus | None:
        """Source and references, without those that cannot be read; None without the source, beside which all stand.

        Args:
            check_languages: refuse texts that are in another language than is said.
        """
        corpus, found = self._corpus, Corpus(**self._languages, source=[], references={})
        with self._findings.opening(*self._keys, "source"):
            found.source.extend(read_texts(corpus.source))
            warn_of_empty(found.source, str(corpus.source))
        if not found.source:
            return None
        for name, place in corpus.references.items():
            with self._findings.opening(*self._keys, "references", name):
                texts = texts_beside(place, found.source, of=corpus.source)
                warn_of_empty(texts, f"{place} (reference {name})", missing=len(corpus.references) > 1)
                found.references[name] = texts
        if check_languages:
            with self._findings.opening(*self._keys):
                check_corpus(found.source, found.references, **self._languages)
        outputs = self._outputs(found.source, check_languages=check_languages)
        self._warn_of_shifts(found, outputs)
        self._read_beside(found.source)
        return found

    def _outputs(self, source: list[str], *, check_languages: bool) -> dict[str, list[str]]:
        """The outputs that can be read; where a folder has those of several pairs, one error names the pattern."""
        corpus, outputs, unfit = self._corpus, dict[str, list[str]](), dict[str, InputError]()
        for name, place in corpus.systems.items():
            try:
                table = ingest_system(place=place, source=source, of=corpus.source)
                output = table.column("hypothesis").to_pylist()
                if check_languages:
                    check_output(name, output, source, **self._languages)
                outputs[name] = output
            except InputError as error:
                unfit[name] = error
        pair = f"{corpus.source_language}-{corpus.target_language}"
        pattern = pattern_of_pair([place.path for place in corpus.systems.values()], pair) if unfit else None
        for name, problem in unfit.items() if pattern is None else ():
            with self._findings.opening(*self._keys, "systems", name):
                raise problem
        if pattern is not None:
            first = next(iter(unfit.values()))
            said = f"{len(unfit)} of {len(corpus.systems)} outputs do not fit, such as {first}".partition("\n")[0]
            with self._findings.opening(*self._keys, "systems"):
                raise InputError(said, remedy=f"the names of others say {pair}: give the pattern {pattern}")
        return outputs

    def _warn_of_shifts(self, found: Corpus, outputs: Mapping[str, list[str]]) -> None:
        """Say which stretches of which texts do not stand beside their source."""
        name = self._corpus.name
        if len(found) > LONGEST:
            self._findings.leave_to_the_run(f"whether lines of {name} are shifted")
            return
        texts = {f"references/{reference}": of for reference, of in found.references.items()}
        texts |= {f"systems/{system}": of for system, of in outputs.items()}
        for line in lines_of(list(shifted(found.source, texts))):
            log.warning("%s: %s", name, line)

    def _read_beside(self, source: list[str]) -> None:
        """Read what has a line for each segment beside the texts: names, covariates, scores."""
        corpus, opening = self._corpus, self._findings.opening
        for name, place in corpus.names.items():
            with opening(*self._keys, name):
                names_of(place, source, of=corpus.source)
        for name, place in corpus.covariates.items():
            with opening(*self._keys, "covariates", name):
                numbers_beside(place, source, of=corpus.source)
        if corpus.test_set is not None:
            with opening(*self._keys, "from"):
                own, scores = corpus.own_outputs, corpus.taken_scores
                read_beside(corpus.test_set, source, of=corpus.source, own=own, scores=scores)
        brought = {name: file for name, file in corpus.segment_scores.items() if not corpus.is_made(file)}
        for name, file in brought.items():
            with opening(*self._keys, "segment_scores", name):
                of_file = ScoreFile(file, list(corpus.systems), source)
                for system in (*corpus.systems, *file.humans):
                    of_file.statistics(metric=name, system=system, segments=len(source))


def _open_suite(suite: SuiteConfig, findings: ConfigFindings) -> None:
    """Read a suite and all that is judged by it; what comes after a fault is not looked at."""
    keys = ("suites", suite.name)
    with findings.opening(*keys, "file"):
        items = read_suite(suite.file, form=suite.format, options=suite.options)
        own_judgments(items, suite.file, [*suite.systems, *suite.scorers])
        with findings.opening(*keys, "judge_options" if suite.judge_options else "judge"):
            name = suite.judge or items.judge
            judge = create_judge(name, suite.judge_options, items)
            judge.check(items.items, name)
            with findings.opening(*keys, "systems"):
                check_suite(
                    items, suite.systems, judge=judge, name=name, sources=suite.sources, answers=suite.answers()
                )
    if suite.changes is not None:
        with findings.opening(*keys, "changes", "since"):
            tables.read(JUDGMENTS, suite.changes.since)
    for system, scorer in suite.scorers.items():
        with findings.opening(*keys, "score_by", system):
            _check_model(scorer, findings)


def _check_model(settings: PairScorerSettings, findings: ConfigFindings) -> None:
    """Look for a model of the hub, and for the key of a server."""
    # Libraries that only models of the hub and servers need.
    from extractors.models import hub
    from extractors.models.translation.model_server import key_of

    if settings.endpoint is not None:
        key_of(settings.endpoint)
        findings.leave_to_the_run(f"whether {settings.endpoint.url} answers for {settings.model}")
    # Of a model behind a server the tokenizer is read here.
    need = hub.needed(settings.tokenizer or settings.model, kind="translator")
    if not is_fetched(need, {"download": settings.download}, findings):
        need.here()
    findings.leave_to_the_run(f"whether {settings.model} loads, and fits the languages")
