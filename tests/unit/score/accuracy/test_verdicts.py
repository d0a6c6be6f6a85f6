"""Verdicts on hits of small corpora made by hand."""

import pytest

from extractors.core.errors import InputError
from extractors.formats import conllu
from extractors.score.accuracy.accuracy_settings import AccuracySettings
from extractors.score.accuracy.evidence import EvidenceText
from extractors.score.accuracy.lexicon import LemmaLexicon
from extractors.score.accuracy.measure import measure
from extractors.score.accuracy.preparing import prepare
from extractors.score.accuracy.renderings import read_translations
from extractors.score.accuracy.verdicts import evidence_judge_of
from tests.builders.accuracy_corpora import MINIMUM, links
from tests.builders.hits import hits_in
from tests.builders.trees import conllu_of

PARTICLE_VERB = """\
# segment_id = 0
1 They they PRON _ _ 2 nsubj _ _
2 turned turn VERB _ _ 0 root _ _
3 offers offer NOUN _ _ 2 obj _ _
4 down down ADP _ _ 2 compound:prt _ _
"""
NEGATION = """\
# segment_id = 0
1 He he PRON _ _ 3 nsubj _ _
2 not not PART _ Polarity=Neg 3 advmod _ _
3 came come VERB _ _ 0 root _ _
"""
REFLEXIVE = """\
# segment_id = 0
1 He he PRON _ _ 2 nsubj _ _
2 hid hide VERB _ _ 0 root _ _
3 himself himself PRON _ Reflex=Yes 2 obj _ _
"""
LEXICON = LemmaLexicon(
    [("lehnen", "lehnen", 9), ("lehnen ab", "ablehnen", 3), ("ablehnen", "ablehnen", 2), ("ab", "ab", 5)]
)


def judged(parse, pair, reference, outputs, *, lexicon=LEXICON, given=None, negators=()):
    """`reference`, `outputs`: (text, links); the verdict and reason of each output."""
    bank = conllu.parse(conllu_of(parse))
    texts = {"A": [reference[0]]}
    of_outputs = {f"s{n}": [text] for n, (text, _) in enumerate(outputs)}
    table = links(bank, texts, {"A": [reference[1]]})
    settings = AccuracySettings()
    references = {"A": EvidenceText.of(texts["A"], "de")}
    systems = {name: EvidenceText.of(text, "de") for name, text in of_outputs.items()}
    found = hits_in(bank, (0, "p", *pair, 0))
    prepared = prepare(
        treebank=bank, hits=found, links=table, references=references, ordered=[], settings=settings, one_in=1
    )
    evidence_judge = evidence_judge_of(
        treebank=bank,
        references=references,
        links=table,
        outputs=systems,
        output_links=links(bank, of_outputs, {f"s{n}": [pairs] for n, (_, pairs) in enumerate(outputs)}),
        lexicon=lexicon,
        order=["A"],
        one_in=1,
        translations=given or {},
        negators=negators,
    )
    found = measure(
        prepared, systems, ranges={"p": MINIMUM}, lexicon=lexicon, settings=settings, evidence_judge=evidence_judge
    )
    rows = found.by_hit.to_pylist()
    return [(row["verdict"], row["reason"]) for row in rows], found.accuracy.to_pylist(), rows


DETERMINER = """\
# segment_id = 0
1 He he PRON _ _ 2 nsubj _ _
2 saw see VERB _ _ 0 root _ _
3 no no DET _ _ 4 det _ _
4 trace trace NOUN _ _ 2 obj _ _
"""
CLAUSE = """\
# segment_id = 0
1 if if SCONJ _ _ 3 mark _ _
2 he he PRON _ _ 3 nsubj _ _
3 comes come VERB _ _ 4 advcl _ _
4 go go VERB _ _ 0 root _ _
5 we we PRON _ _ 4 nsubj _ _
6 home home ADV _ _ 4 advmod _ _
"""
GOOD = ("Sie lehnen Angebote ab", "0-0 1-1 2-2 3-3")
NEGATED = [
    ("er kam nicht", "0-0 1-2 2-1"),
    ("er ist heute nicht gekommen", "0-0 1-3 2-4"),
    ("niemals kam er dort", "1-0 2-1 0-2"),
]


def test_a_separated_verb_is_one_word_and_its_verb_alone_is_another():
    outputs = [GOOD, ("Angebote ablehnen", "1-1 2-0 3-1"), GOOD, ("Sie lehnen Angebote", "0-0 1-1 2-2")]
    verdicts = judged(PARTICLE_VERB, (1, 3), GOOD, outputs)[0]
    assert [verdict for verdict, _ in verdicts] == ["rendered", "rendered", "rendered", "omitted"]
    assert verdicts[3][1] == "'lehnen', not 'ablehnen' as in reference A: the particle is lost"


def test_a_word_that_is_linked_by_chance_does_not_hide_a_lost_particle():
    others = [("Man ablehnen sollte Angebote", "1-1 3-3"), ("Wir werden Angebote ablehnen", "1-3 3-2"), GOOD]
    verdicts = judged(PARTICLE_VERB, (1, 3), GOOD, [*others, ("Sie lehnen Angebote", "0-0 2-2 3-2")])[0]
    assert verdicts[3] == ("omitted", "'lehnen', not 'ablehnen' as in reference A: the particle is lost")


def test_a_verb_that_other_texts_have_without_the_particle_too_has_lost_none():
    bare = [("Wir lehnen Angebote", "1-1 2-2"), ("Dann lehnen viele heute", "1-1"), ("Man lehnen morgen was", "1-1")]
    verdicts = judged(PARTICLE_VERB, (1, 3), GOOD, bare)[0]
    assert [verdict for verdict, _ in verdicts] == ["rendered"] * 3


def test_a_verb_that_translates_another_word_has_lost_no_particle():
    others = [GOOD, ("Angebote ablehnen", "1-1 2-0 3-1"), ("Dann wohl ablehnen", "1-2 3-2")]
    verdicts = judged(PARTICLE_VERB, (1, 3), GOOD, [*others, ("Sie lehnen alles", "2-1")])[0]
    assert "particle is lost" not in verdicts[3][1]


def test_a_bracket_is_no_particle():
    lexicon = LemmaLexicon([("wissen ]", "]wissen", 3), ("wissen", "wissen", 3), ("lehnen ab", "ablehnen", 1)])
    assert lexicon.particles == {"ab"}
    assert lexicon.separated(["wissen", "alles", "]"]) == []


def test_a_word_that_other_texts_have_is_right_though_no_reference_has_it():
    refuse = ("Sie verweigern Angebote", "0-0 1-1 2-2")
    outputs = [refuse, refuse, ("Dann verweigern sie diese Angebote wohl", "1-1 2-4"), GOOD]
    verdicts = judged(PARTICLE_VERB, (1, 3), GOOD, [*outputs, ("Sie lieben Angebote", "0-0 1-1 2-2")])[0]
    assert verdicts[0][0] == verdicts[2][0] == "undecided"
    others = [("Wir verweigern nun alles Angebotene", "1-1 2-4"), *outputs]
    verdicts = judged(PARTICLE_VERB, (1, 3), GOOD, others)[0]
    assert verdicts[0] == ("rendered", "'verweigern', as 2 of 4 other texts")


def test_texts_that_are_nearly_the_same_count_as_one():
    refuse = ("Sie verweigern Angebote", "0-0 1-1 2-2")
    verdicts = judged(PARTICLE_VERB, (1, 3), GOOD, [refuse, refuse, refuse])[0]
    assert [verdict for verdict, _ in verdicts] == ["undecided"] * 3


def test_what_the_user_gives_as_right_is_rendered():
    love = ("Sie lieben Angebote", "0-0 1-1 2-2")
    verdicts = judged(PARTICLE_VERB, (1, 3), GOOD, [love], given={"turn down": {"lieben"}})[0]
    assert verdicts == [("rendered", "'lieben' is in the lexicon for 'turn down'")]


def test_a_word_that_most_have_and_one_output_lacks_is_omitted_unless_a_spare_word_may_be_it():
    others = [
        ("Sie lehnen Angebote ab", "0-0 1-1 2-2 3-3"),
        ("Alle lehnen dann wohl Angebote ab", "0-0 1-1 2-4 3-5"),
        ("Dort lehnen viele heute Angebote ab", "1-1 0-2 2-4 3-5"),
    ]
    lacking, spare = ("Sie Angebote", "0-0 2-1"), ("Sie trotzen Angebote", "0-0 2-2")
    verdicts = judged(PARTICLE_VERB, (1, 3), GOOD, [*others, lacking, spare])[0]
    assert verdicts[3][0] == "omitted"
    assert verdicts[3][1].startswith("nothing for 'turned ... down' and the words around it")
    assert verdicts[4] == ("undecided", "nothing is linked to 'turned ... down', but 'trotzen' may be meant for it")


def test_a_lost_negation_is_omitted_and_another_negator_is_not():
    verdicts = judged(NEGATION, (1, 2), NEGATED[0], [*NEGATED, ("er kam", "0-0 2-1")])[0]
    assert verdicts[3] == ("omitted", "no negation, which 4 of 4 other texts have")
    assert verdicts[2] == ("rendered", "'niemals' negates; as in reference A")


def test_what_may_stand_for_a_negator_leaves_an_output_undecided():
    lexicon = LemmaLexicon([("kam", "kommen", 5), ("er", "er", 9), ("scheiterte", "scheitern", 0)])
    outputs = [("er kam", "0-0 2-1"), ("er scheiterte", "0-0 2-1"), ("er kam ungern", "0-0 2-1")]
    options = {"lexicon": lexicon, "negators": ["scheitern", "un-"]}
    verdicts = [judged(NEGATION, (1, 2), NEGATED[0], [*NEGATED, output], **options)[0][3] for output in outputs]
    assert [verdict for verdict, _ in verdicts] == ["omitted", "undecided", "undecided"]
    assert verdicts[1][1] == "no negator for 'not', but 'scheiterte' may stand for it"


def test_the_negative_determiner_of_a_noun_is_a_part_of_the_hit():
    reference = ("er sah keine Spur", "0-0 1-1 2-2 3-3")
    others = [("er fand keine Spur", "0-0 1-1 2-2 3-3"), ("keine Spur sah er", "0-3 1-2 2-0 3-1"), reference]
    verdicts = judged(DETERMINER, (1, 3), reference, [*others, ("er sah Spur", "0-0 1-1 3-2")])[0]
    assert [verdict for verdict, _ in verdicts[1:]] == ["rendered", "rendered", "omitted"]
    assert verdicts[3][1] == "no negation, which 3 of 3 other texts have"


def test_the_determiner_of_a_noun_that_became_nothing_is_needed_too():
    reference = ("er sah nicht hin", "0-0 1-1 2-2")
    others = [reference, ("da sah er nicht hin", "0-2 1-1 2-3"), ("er sah dort nicht hin", "0-0 1-1 2-3")]
    _, _, hits = judged(DETERMINER, (1, 3), reference, [*others, ("er sah hin", "0-0 1-1")])
    assert [row["reference_match"] for row in hits] == [True, True, True, False]
    assert [row["verdict"] for row in hits] == ["rendered", "rendered", "rendered", "omitted"]


def test_a_clause_that_is_lost_is_omitted_and_a_word_whose_link_is_missing_is_not():
    reference = ("wenn er kommt , gehen wir heim", "0-0 1-1 2-2 3-4 4-5 5-6")
    others = [
        reference,
        ("falls er kommt , gehen wir dann", "0-0 1-1 2-2 3-4 4-5 5-6"),
        ("kommt er , gehen wir", "1-1 2-0 3-3 4-4"),
    ]
    lost, unlinked = ("wir", "4-0"), ("wenn er naht , gehen wir heim", "0-0 1-1 3-4 4-5 5-6")
    verdicts = judged(CLAUSE, (0, 2), reference, [*others, lost, unlinked])[0]
    assert (verdicts[3][0], verdicts[4][0]) == ("omitted", "undecided")


def test_a_reflexive_that_lacks_at_the_end_of_the_words_of_a_reference_is_omitted():
    reference = ("er versteckte sich", "0-0 1-1 2-2")
    others = [
        reference,
        ("da versteckte er sich schnell", "1-1 0-2 2-3"),
        ("dort hat sich jemand versteckte dann", "1-4 2-2"),
    ]
    verdicts = judged(REFLEXIVE, (1, 2), reference, [*others, ("er versteckte", "0-0 1-1")])[0]
    assert verdicts[3][0] == "omitted"
    assert verdicts[3][1].startswith("no reflexive")


def test_a_reflexive_that_is_left_out_of_the_words_of_a_reference_is_omitted():
    reference = ("er versteckte sich dort", "0-0 2-2")
    others = [("da verbarg er sich gut", "0-2 2-3"), ("er tarnte sich", "0-0 1-1 2-2"), ("fort war er", "0-2")]
    verdicts = judged(REFLEXIVE, (1, 2), reference, [*others, ("er versteckte dort", "0-0")])[0]
    assert verdicts[3] == ("omitted", "no reflexive, which reference A has in the same words")


def test_words_that_another_text_has_without_the_reflexive_too_lack_none():
    reference = ("er versteckte sich dort", "0-0 2-2")
    outputs = [("heute versteckte dort er was", "0-3"), ("er tarnte etwas", "0-0 1-1"), ("er versteckte dort", "0-0")]
    verdicts = judged(REFLEXIVE, (1, 2), reference, outputs)[0]
    assert verdicts[2][0] != "omitted"


def test_hits_that_nobody_matches_are_doubtful_and_counted_apart():
    outputs = [("Sie lieben alles", "0-0 1-1"), ("Wir essen Brot", "1-1"), ("Ihr trinkt Wein", "1-1")]
    _, summary, details = judged(PARTICLE_VERB, (1, 3), GOOD, outputs)
    assert [row["doubtful"] for row in details] == [True] * 3
    rows = [row for row in summary if row["measure"] == "rendered" and row["system"]]
    assert [(row["n"], row["doubtful"], row["accuracy"]) for row in rows] == [(0, 1, None)] * 3


def test_a_translation_without_a_tab_is_refused(tmp_path):
    path = tmp_path / "lexicon.tsv"
    path.write_text("turn down\tablehnen\nturn up auftauchen\n", encoding="utf-8")
    with pytest.raises(InputError, match="is not a source lemma, a tab"):
        read_translations(str(path))
    path.write_text("Turn down\tAblehnen\n\n", encoding="utf-8")
    assert read_translations(str(path)) == {"turn down": {"ablehnen"}}
    assert read_translations(None) == {}


def test_a_reflexive_is_not_found_by_the_pronoun_that_has_its_lemma():
    lexicon = LemmaLexicon([("ich", "ich", 9), ("mich", "ich", 9)])
    reference = ("ich versteckte mich", "0-0 1-1 2-2")
    others = [reference, ("da versteckte ich mich schnell", "1-1 0-2 2-3"), ("ich versteckte", "0-0 1-1")]
    verdicts = judged(REFLEXIVE, (1, 2), reference, others, lexicon=lexicon)[0]
    assert [verdict for verdict, _ in verdicts] == ["rendered", "rendered", "omitted"]
