from extractors.formats import conllu
from extractors.report.examples.records import sentences_of

# Segment 4 has two sentences, the second with a token of two words and a non-projective arc; segments 0 to 3 are empty.
TEXT = """\
# segment_id = 4
1	Ja	ja	INTJ	_	_	0	root	_	_
2	!	!	PUNCT	_	_	1	punct	_	_

# segment_id = 4
1	Wen	wer	PRON	_	_	3	obj	_	_
2	hat	haben	AUX	_	_	3	aux	_	_
3	gesehen	sehen	VERB	_	_	0	root	_	_
4-5	zum	_	_	_	_	_	_	_	_
4	zu	zu	ADP	_	_	6	case	_	_
5	dem	der	DET	_	_	1	det	_	_
6	Fest	Fest	NOUN	_	_	3	obl	_	_

# segment_id = 7
1	Nein	nein	INTJ	_	_	0	root	_	_
"""


def test_the_sentences_of_a_segment():
    bank = conllu.parse(TEXT)
    first, second = sentences_of(bank, 4)
    forms, upos, heads, deprels = second
    assert first[0] == ["Ja", "!"]
    assert forms == ["Wen", "hat", "gesehen", "zu", "dem", "Fest"]
    assert [bank.upos.values[n] for n in upos] == ["PRON", "AUX", "VERB", "ADP", "DET", "NOUN"]
    assert heads == [3, 3, 0, 6, 1, 3]
    assert [bank.deprel.values[n] for n in deprels] == ["obj", "aux", "root", "case", "det", "obl"]
    assert [sentence[0] for sentence in sentences_of(bank, 7)] == [["Nein"]]


def test_a_segment_without_words_has_no_tree():
    assert [sentences_of(conllu.parse(TEXT), segment) for segment in (5, 9)] == [[], []]
