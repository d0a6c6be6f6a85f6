"""German errors, on trees of our own: what is made of each, and what is left alone because it may be right."""

import pytest

from tests.builders.contrasts_of_trees import candidates, made, resources, target, text_of

DOG = """
Der der DET ART Definite=Def 2 det
Hund Hund NOUN NN Number=Sing 3 nsubj
bellt bellen VERB VVFIN Number=Sing|Person=3|Tense=Pres|VerbForm=Fin 0 root
. . PUNCT $. _ 3 punct
"""
A_DOG = """
Wir wir PRON PPER _ 2 nsubj
sehen sehen VERB VVFIN Number=Plur|Person=1|Tense=Pres|VerbForm=Fin 0 root
einen ein DET ART _ 4 det
Hund Hund NOUN NN Number=Sing 2 obj
. . PUNCT $. _ 2 punct
"""
THEY_BARK = """
Wölfe Wolf NOUN NN Number=Plur 2 nsubj
bellen bellen VERB VVFIN Number=Plur|Person=3|Tense=Pres|VerbForm=Fin 0 root
"""


def test_the_gender_of_an_article_is_changed():
    assert made("np_agreement", "de", DOG, [A_DOG]) == ["Das Hund bellt.", "Die Hund bellt."]
    text = target(DOG)
    assert candidates("np_agreement", "de", text, resources(DOG, A_DOG))[0].words == ("Hund",)
    assert candidates("np_agreement", "de", text, resources(DOG, A_DOG))[0].distance == 1


@pytest.mark.parametrize(
    ("form", "lemma"), [("Teil", "Teil"), ("Angestellte", "Angestellte"), ("Hunde", "Hund"), ("BMW", "BMW")]
)
def test_an_article_is_left_alone_where_another_may_be_right(form, lemma):
    def instead(tree):
        return tree.replace("Hund Hund", f"{form} {lemma}")

    assert made("np_agreement", "de", instead(DOG), [instead(A_DOG)]) == []


def test_no_article_that_the_plural_has_goes_before_a_form_that_may_be_plural():
    teacher = DOG.replace("Hund Hund", "Lehrer Lehrer")
    assert made("np_agreement", "de", teacher, [A_DOG.replace("Hund Hund", "Lehrer Lehrer")]) == ["Das Lehrer bellt."]


def test_a_dative_gets_the_other_article_only_behind_a_preposition():
    behind = """
    Mit mit ADP APPR _ 3 case
    dem der DET ART _ 3 det
    Hund Hund NOUN NN Number=Sing 4 obl
    kam kommen VERB VVFIN Number=Sing 0 root
    """
    assert made("np_agreement", "de", behind, [A_DOG]) == ["Mit der Hund kam"]
    alone = "\n".join(behind.replace(" 3 ", " 2 ").replace(" 4 ", " 3 ").strip().splitlines()[1:])
    assert made("np_agreement", "de", alone, [A_DOG]) == []


def test_the_number_of_a_verb_is_changed_by_a_form_of_the_corpora():
    assert made("subj_verb_agreement", "de", DOG, [THEY_BARK]) == ["Der Hund bellen."]
    assert made("subj_verb_agreement", "de", DOG) == []
    assert made("subj_verb_agreement", "de", THEY_BARK, [DOG]) == ["Wölfe bellt"]


@pytest.mark.parametrize(
    ("singular", "plural"),
    [("sagte", "sagten"), ("ging", "gingen"), ("hielt", "hielten"), ("ist", "sind"), ("hätte", "hätten")],
)
def test_pasts_and_irregular_verbs(singular, plural):
    past = DOG.replace("bellt bellen", f"{singular} V").replace("Tense=Pres", "Tense=Past")
    others = THEY_BARK.replace("bellen bellen", f"{plural} V").replace("Tense=Pres", "Tense=Past")
    assert made("subj_verb_agreement", "de", past, [others]) == [f"Der Hund {plural}."]
    assert made("subj_verb_agreement", "de", others, [past]) == [f"Wölfe {singular}"]


@pytest.mark.parametrize("form", ["Mehrheit", "Reihe", "Familie"])
def test_a_verb_is_left_alone_where_either_number_may_be_right(form):
    assert made("subj_verb_agreement", "de", DOG.replace("Hund Hund", f"{form} {form}"), [THEY_BARK]) == []


def test_a_verb_of_two_subjects_or_of_the_wrong_number_is_left_alone():
    joined = """
    Hund Hund NOUN NN Number=Sing 4 nsubj
    und und CCONJ KON _ 3 cc
    Katze Katze NOUN NN Number=Sing 1 conj
    bellen bellen VERB VVFIN Number=Plur|VerbForm=Fin 0 root
    """
    assert made("subj_verb_agreement", "de", joined, [DOG]) == []
    unlikely = THEY_BARK.replace("Number=Plur 2", "Number=Sing 2")
    assert made("subj_verb_agreement", "de", unlikely, [DOG]) == []


def test_a_copula_is_left_alone_where_it_may_agree_with_its_predicate():
    costs = """
    Problem Problem NOUN NN Number=Sing 3 nsubj
    ist sein AUX VAFIN Number=Sing|VerbForm=Fin 3 cop
    Geld Geld NOUN NN Number=Sing 0 root
    """
    assert made("subj_verb_agreement", "de", costs) == ["Problem sind Geld"]
    assert (
        made("subj_verb_agreement", "de", costs.replace("Geld NOUN NN Number=Sing", "Geld NOUN NN Number=Plur")) == []
    )


SHE = """
Dann dann ADV ADV _ 2 advmod
bellte bellen VERB VVFIN Number=Sing|Person=3|Tense=Past|VerbForm=Fin 0 root
sie sie PRON PPER _ 2 nsubj
. . PUNCT $. _ 2 punct
"""
BARKED = THEY_BARK.replace("bellen bellen", "bellten bellen").replace("Tense=Pres", "Tense=Past")


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("Then she barked.", 1),
        ("Then they barked.", 0),
        ("Then she barked at them.", 1),
        ("Then it barked at them.", 0),
        ("", 1),
    ],
)
def test_the_number_of_the_verb_of_sie_goes_by_the_source(source, count):
    expected = ["Dann bellten sie."] * count
    assert made("subj_adequacy", "de", SHE, [BARKED], source=source) == expected
    assert made("subj_verb_agreement", "de", SHE, [BARKED], source=source) == []


THEY = """
Dann dann ADV ADV _ 2 advmod
bellten bellen VERB VVFIN Number=Plur|Person=3|Tense=Past|VerbForm=Fin 0 root
{sie} sie PRON PPER _ 2 nsubj
. . PUNCT $. _ 2 punct
"""


@pytest.mark.parametrize(
    ("sie", "source", "expected"),
    [
        ("sie", "Then they barked.", ["Dann bellte sie."]),
        ("sie", "Then they barked at her.", ["Dann bellte sie."]),
        ("Sie", "Then you barked.", []),
        ("Sie", "Then they barked.", []),
        ("sie", "Then you barked.", []),
    ],
)
def test_the_formal_pronoun_is_left_alone(sie, source, expected):
    assert made("subj_adequacy", "de", THEY.format(sie=sie), [SHE], source=source) == expected


@pytest.mark.parametrize(
    ("behind", "is_made"),
    [
        ("Hunde Hund NOUN NN Number=Plur 3 obj", True),
        # `Hunde` may bark at her, where it is definite.
        ("die der DET ART _ 6 det\nHunde Hund NOUN NN Number=Plur 3 obj", False),
        ("den der DET ART _ 6 det\nHunden Hund NOUN NN Number=Plur 3 obj", True),
        ("alle all PRON PIS _ 3 obj", False),
        ("selbst selbst ADV ADV _ 4 advmod\noder oder CCONJ KON _ 3 cc", False),
    ],
)
def test_sie_is_left_alone_where_another_word_may_be_the_subject_or_join_it(behind, is_made):
    again = "wieder wieder ADV ADV _ 3 advmod"
    bellten = "bellten bellen VERB VVFIN Number=Plur|Person=3|Tense=Past|VerbForm=Fin 0 root"
    tree = "\n".join(
        [
            "Dann dann ADV ADV _ 3 advmod",
            again,
            bellten,
            "sie sie PRON PPER _ 3 nsubj",
            behind,
            ". . PUNCT $. _ 3 punct",
        ]
    )
    assert bool(made("subj_adequacy", "de", tree, [SHE], source="They barked.")) == is_made


@pytest.mark.parametrize("source", ["Do bark at them!", "Bark, you!", "They barked. Do you?"])
def test_an_imperative_has_no_other_number(source):
    order = """
    Bellten bellen VERB VVFIN Number=Plur|Tense=Past|VerbForm=Fin 0 root
    Sie sie PRON PPER _ 1 nsubj
    ! ! PUNCT $. _ 1 punct
    """
    assert made("subj_adequacy", "de", order, [SHE], source=source) == []


@pytest.mark.parametrize(
    ("source", "expected"), [("They barked.", ["Sie bellte."]), ("You barked.", []), ("They barked at you.", [])]
)
def test_a_pronoun_that_begins_a_sentence_is_formal_where_the_source_has_you(source, expected):
    begins = """
    Sie sie PRON PPER _ 2 nsubj
    bellten bellen VERB VVFIN Number=Plur|Person=3|Tense=Past|VerbForm=Fin 0 root
    . . PUNCT $. _ 2 punct
    """
    assert made("subj_adequacy", "de", begins, [SHE], source=source) == expected


HAS_SEEN = """
Er er PRON PPER _ 5 nsubj
hat haben AUX VAFIN Number=Sing|VerbForm=Fin 5 aux
den der DET ART _ 4 det
Hund Hund NOUN NN Number=Sing 5 obj
gesehen sehen VERB VVPP _ 0 root
. . PUNCT $. _ 5 punct
"""
HAS_COME = """
Er er PRON PPER _ 3 nsubj
ist sein AUX VAFIN Number=Sing|VerbForm=Fin 3 aux
gekommen kommen VERB VVPP _ 0 root
. . PUNCT $. _ 3 punct
"""


def test_the_auxiliary_is_swapped():
    assert made("auxiliary", "de", HAS_SEEN) == ["Er ist den Hund gesehen."]
    assert made("auxiliary", "de", HAS_COME) == ["Er hat gekommen."]
    (candidate,) = candidates("auxiliary", "de", target(HAS_SEEN), resources(HAS_SEEN))
    assert (candidate.distance, candidate.words) == (3, ("gesehen",))


@pytest.mark.parametrize(
    "tree",
    [
        HAS_COME.replace("gekommen", "geöffnet"),
        HAS_COME.replace("gekommen", "gefahren"),
        HAS_COME.replace("ist sein", "hat haben").replace("gekommen", "geschlossen"),
        HAS_SEEN.replace("obj", "obl"),
    ],
)
def test_an_auxiliary_is_left_alone_where_both_may_be_right(tree):
    assert made("auxiliary", "de", tree) == []


STOPS = """
Sie sie PRON PPER _ 2 nsubj
hört hören VERB VVFIN VerbForm=Fin 0 root
heute heute ADV ADV _ 2 advmod
auf auf ADP PTKVZ _ 2 compound:prt
. . PUNCT $. _ 2 punct
"""


def test_a_particle_is_replaced_by_one_that_the_verb_does_not_have():
    found = made("verb_particle", "de", STOPS, [STOPS.replace("auf auf", "bei bei")])
    assert "Sie hört heute bei." not in found
    assert {"Sie hört heute ein.", "Sie hört heute um."} <= set(found)
    # The lexicon has the verb abhören.
    assert "Sie hört heute ab." not in found
    infinitive = "abhören abhören VERB VVINF VerbForm=Inf 0 root"
    assert "Sie hört heute ab." not in made("verb_particle", "de", STOPS, [infinitive])


def test_a_preposition_is_no_particle():
    before_noun = STOPS.replace(". . PUNCT $. _ 2 punct", "ihn er PRON PPER _ 2 obj")
    assert made("verb_particle", "de", before_noun) == []


DOES_NOT_SLEEP = """
Er er PRON PPER _ 2 nsubj
schläft schlafen VERB VVFIN VerbForm=Fin 0 root
nicht nicht PART PTKNEG _ 2 advmod
tief tief ADJ ADJD _ 2 advmod
. . PUNCT $. _ 2 punct
"""


def test_a_negation_is_deleted_with_one_blank():
    assert made("polarity_particle_nicht_del", "de", DOES_NOT_SLEEP) == ["Er schläft tief."]
    end = DOES_NOT_SLEEP.replace("tief tief ADJ ADJD _ 2 advmod\n", "")
    assert made("polarity_particle_nicht_del", "de", end) == ["Er schläft."]


def test_no_blank_stays_behind_an_opening_mark():
    quoted = target(
        """
        Er er PRON PPER _ 2 nsubj
        schläft schlafen VERB VVFIN VerbForm=Fin 0 root
        „ „ PUNCT $( _ 5 punct
        nicht nicht PART PTKNEG _ 5 advmod
        tief tief ADJ ADJD _ 2 advmod
        “ “ PUNCT $( _ 5 punct
        """,
        text="Er schläft „nicht tief“",
    )
    (candidate,) = candidates("polarity_particle_nicht_del", "de", quoted, resources())
    assert candidate.contrastive == ("Er schläft „tief“",)


@pytest.mark.parametrize(
    ("old", "new"),
    [("tief tief", "nur nur"), ("tief tief", "mehr mehr"), (". . PUNCT", "? ? PUNCT"), ("schläft", "gar")],
)
def test_fixed_phrases_and_questions_keep_their_negation(old, new):
    assert made("polarity_particle_nicht_del", "de", DOES_NOT_SLEEP.replace(old, new)) == []


IS_TIRED = """
Er er PRON PPER _ 4 nsubj
ist sein AUX VAFIN VerbForm=Fin 4 cop
sehr sehr ADV ADV _ 4 advmod
müde müde ADJ ADJD _ 0 root
. . PUNCT $. _ 4 punct
"""
NOT_VERY = (
    IS_TIRED.replace("ist sein", "war sein")
    .replace(
        "sehr sehr ADV ADV _ 4 advmod\nmüde müde ADJ ADJD _ 0 root",
        "nicht nicht PART PTKNEG _ 5 advmod\nsehr sehr ADV ADV _ 5 advmod\nfroh froh ADJ ADJD _ 0 root",
    )
    .replace(" 4 ", " 5 ")
)


def test_a_negation_is_inserted_where_the_corpora_have_one():
    assert made("polarity_particle_nicht_ins", "de", IS_TIRED, [NOT_VERY]) == ["Er ist nicht sehr müde."]
    assert made("polarity_particle_nicht_ins", "de", IS_TIRED) == []
    assert made("polarity_particle_nicht_ins", "de", IS_TIRED.replace("sehr sehr", "nie nie"), [NOT_VERY]) == []


def test_kein_and_ein():
    no_dog = A_DOG.replace("einen ein", "keinen kein").replace("DET ART", "DET PIAT")
    assert made("polarity_particle_kein_del", "de", no_dog) == ["Wir sehen einen Hund."]
    assert made("polarity_particle_kein_del", "de", no_dog.replace("Hund Hund", "Hunden Hund")) == []
    assert made("polarity_particle_kein_ins", "de", A_DOG) == ["Wir sehen keinen Hund."]
    assert made("polarity_particle_kein_ins", "de", A_DOG.replace("sehen sehen", "so so")) == []
    assert made("polarity_particle_kein_ins", "de", A_DOG.replace("Wir wir", "Nie nie")) == []


def test_the_prefix_un():
    unripe = IS_TIRED.replace("müde müde", "unvergoren _")
    ripe = IS_TIRED.replace("müde müde", "vergoren _")
    assert made("polarity_affix_del", "de", unripe, [ripe]) == ["Er ist sehr vergoren."]
    assert made("polarity_affix_ins", "de", ripe, [unripe]) == ["Er ist sehr unvergoren."]
    assert made("polarity_affix_del", "de", unripe) == []
    assert made("polarity_affix_ins", "de", ripe) == []
    assert made("polarity_affix_ins", "de", IS_TIRED.replace("müde müde", "klar klar")) == ["Er ist sehr unklar."]


def nouns(*forms: str) -> str:
    return "\n".join(f"{noun} {noun} NOUN NN _ {min(n, 1)} {'conj' if n else 'root'}" for n, noun in enumerate(forms))


GARDEN = nouns("Garten", "Zaun", "Farbe")
FENCE = nouns("Gartenzaun")


def test_the_first_two_parts_of_a_compound_are_swapped():
    word = nouns("Gartenzaunfarbe")
    assert made("compound", "de", word, [GARDEN, GARDEN, FENCE]) == ["Zaungartenfarbe"]
    assert made("compound", "de", word, [GARDEN, FENCE]) == []
    assert made("compound", "de", word, [GARDEN, GARDEN, FENCE, word]) == []


def test_a_linking_s_moves_with_its_part():
    parts = nouns("Arbeit", "Markt", "Lage")
    word = nouns("Arbeitsmarktlage")
    assert made("compound", "de", word, [parts, parts, nouns("Arbeitsmarkt")]) == ["Marktarbeitslage"]


@pytest.mark.parametrize("known", [(), ("Gartenzaun", "Gartenfarbe"), ("Gartenzaun", "Zaungarten")])
def test_a_compound_is_left_alone_where_the_swapped_one_may_be_a_word(known):
    """`Grundstromversorgung`: there is no `Grundstrom`, but `Grundversorgung`, so `Stromgrundversorgung` is right."""
    assert made("compound", "de", nouns("Gartenzaunfarbe"), [GARDEN, GARDEN, *map(nouns, known)]) == []


BECAUSE = """
Er er PRON PPER _ 2 nsubj
ging gehen VERB VVFIN VerbForm=Fin 0 root
, , PUNCT $, _ 7 punct
weil weil SCONJ KOUS _ 7 mark
er er PRON PPER _ 7 nsubj
müde müde ADJ ADJD _ 7 xcomp
wurde werden VERB VVFIN VerbForm=Fin 2 advcl
. . PUNCT $. _ 2 punct
"""
WHO_BARKED = """
Der der DET ART _ 2 det
Hund Hund NOUN NN Number=Sing 9 nsubj
, , PUNCT $, _ 7 punct
der der PRON PRELS _ 7 nsubj
so so ADV ADV _ 6 advmod
laut laut ADJ ADJD _ 7 advmod
bellte bellen VERB VVFIN VerbForm=Fin 2 acl
, , PUNCT $, _ 7 punct
schläft schlafen VERB VVFIN VerbForm=Fin 0 root
. . PUNCT $. _ 9 punct
"""


def test_a_clause_is_left_out_with_its_commas():
    assert made("subordinate_omission", "de", BECAUSE) == ["Er ging."]
    assert made("subordinate_omission", "de", WHO_BARKED) == ["Der Hund schläft."]


@pytest.mark.parametrize(
    ("tree", "old", "new"),
    [
        (BECAUSE, "ging", "kaum"),
        (BECAUSE, "wurde werden VERB", "Abend Abend NOUN"),
        (BECAUSE, "müde müde ADJ ADJD", ", , PUNCT $,"),
        (WHO_BARKED, "schläft schlafen VERB VVFIN VerbForm=Fin", "der der PRON PRELS _"),
    ],
)
def test_a_clause_stays_where_the_rest_would_be_no_sentence(tree, old, new):
    assert made("subordinate_omission", "de", tree.replace(old, new)) == []


TWO = """
Wir wir PRON PPER _ 2 nsubj
sahen sehen VERB VVFIN VerbForm=Fin 0 root
drei drei NUM CARD _ 4 nummod
Hunde Hund NOUN NN _ 2 obj
{end} {end} PUNCT $. _ 2 punct
Sie sie PRON PPER _ 7 nsubj
bellten bellen VERB VVFIN VerbForm=Fin 2 parataxis
sehr sehr ADV ADV _ 9 advmod
laut laut ADJ ADJD _ 7 advmod
! ! PUNCT $. _ 2 punct
"""


@pytest.mark.parametrize(
    ("end", "first"), [(".", "Wir sahen drei Hunde."), ("!", "Wir sahen drei Hunde!"), (";", "Wir sahen drei Hunde !")]
)
def test_the_first_or_last_clause_is_left_out(end, first):
    assert made("clause_omission", "de", TWO.format(end=end)) == [first, "Sie bellten sehr laut!"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (". . PUNCT", ", , PUNCT"),
        ("Hunde Hund NOUN", "24 24 NUM"),
        ("Hunde Hund NOUN", "Dr Dr NOUN"),
        ("sahen sehen VERB VVFIN VerbForm=Fin", "sehen sehen VERB VVINF _"),
        ("sehr sehr ADV", "“ “ PUNCT"),
        ("sehr sehr ADV ADV _ 9 advmod\nlaut laut ADJ ADJD _ 7 advmod\n", ""),
    ],
)
def test_a_segment_is_not_cut_where_its_parts_are_no_clauses(old, new):
    assert made("clause_omission", "de", TWO.format(end=".").replace(old, new)) == []


def test_a_negation_of_another_clause_does_not_keep_one_out():
    tree = """
    Er er PRON PPER _ 2 nsubj
    hat haben VERB VVFIN VerbForm=Fin 0 root
    ein ein DET ART _ 4 det
    Haus Haus NOUN NN Number=Sing 2 obj
    , , PUNCT $, _ 8 punct
    aber aber CCONJ KON _ 8 cc
    {word} {word} PART PTKNEG _ 8 advmod
    verkauft verkaufen VERB VVPP _ 2 conj
    . . PUNCT $. _ 2 punct
    """
    assert made("polarity_particle_kein_ins", "de", tree.format(word="nicht")) == [
        "Er hat kein Haus, aber nicht verkauft."
    ]
    assert made("polarity_particle_kein_ins", "de", tree.format(word="sondern")) == []
    assert (
        made("polarity_particle_kein_ins", "de", tree.replace(", , PUNCT $,", "nie nie ADV ADV").format(word="auch"))
        == []
    )


def test_an_article_shows_the_gender_of_a_noun_that_the_corpora_do_not_have():
    def phrase(preposition, article, noun):
        return f"{preposition} _ ADP APPR _ 3 case\n{article} der DET ART _ 3 det\n{noun} _ NOUN NN Number=Sing 0 root"

    assert made("np_agreement", "de", phrase("mit", "der", "Zorbam")) == ["mit dem Zorbam", "mit das Zorbam"]
    assert made("np_agreement", "de", phrase("für", "den", "Zorbam")) == ["für das Zorbam", "für die Zorbam"]
    assert made("np_agreement", "de", phrase("für", "das", "Zorbam")) == ["für der Zorbam", "für die Zorbam"]
    assert made("np_agreement", "de", phrase("mit", "dem", "Zorbam")) == ["mit der Zorbam"]
    assert made("np_agreement", "de", phrase("mit", "den", "Zorbam")) == []
    assert made("np_agreement", "de", phrase("für", "die", "Zorbam")) == []


@pytest.mark.parametrize(("form", "other"), [("grollte", "grollten"), ("griff", "griffen"), ("grollten", "grollte")])
def test_a_past_shows_its_other_number_without_the_corpora(form, other):
    past = DOG.replace("bellt bellen", f"{form} V").replace("Tense=Pres", "Tense=Past")
    past = past.replace("Number=Sing 3", "Number=Plur 3").replace("Der der", "Die die") if form.endswith("n") else past
    assert made("subj_verb_agreement", "de", past) == [text_of(past).replace(form, other)]


def test_a_subject_in_the_nominative_has_no_rival():
    eats = """
    {det} der DET ART _ 2 det
    Hund Hund NOUN NN Case=Nom|Gender=Masc|Number=Sing 3 nsubj
    fraß fressen VERB VVFIN Number=Sing|Tense=Past|VerbForm=Fin 0 root
    Wurstenden Wurstende NOUN NN Number=Plur 3 obj
    """
    others = THEY_BARK.replace("bellen bellen", "fraßen fressen").replace("Tense=Pres", "Tense=Past")
    assert made("subj_verb_agreement", "de", eats.format(det="Der"), [others]) == ["Der Hund fraßen Wurstenden"]
    assert made("subj_verb_agreement", "de", eats.format(det="Ein"), [others]) == []
