import random

from challenge_sets_lab.training.aligner import subword_vocabulary

SEGMENTS = [text.split() for text in ("Der Mann sagt : „ Übergrößen ! “", "the man says : « sizes » – now")] * 5


def test_the_same_text_gives_the_same_vocabulary() -> None:
    # Many ties between merges, which the library by itself decides differently each time.
    draw = random.Random(1)
    segments = [["".join(draw.choices("abcdefgh", k=5)) for _ in range(6)] for _ in range(100)]
    first, *others = (subword_vocabulary.train(segments, size=150).get_vocab() for _ in range(3))
    assert len(first) == 150
    assert others == [first, first]


def test_case_and_kinds_of_quotes_do_not_count() -> None:
    tokenizer = subword_vocabulary.train(SEGMENTS, size=400)
    assert tokenizer.tokenize("ÜbergröẞEN") == tokenizer.tokenize("übergrößen") != ["[UNK]"]
    assert tokenizer.tokenize("„ “ ” «") == ['"'] * 4
    assert tokenizer.tokenize("— –") == ["-", "-"]


def test_segments_stand_between_special_subwords() -> None:
    tokenizer = subword_vocabulary.train(SEGMENTS, size=400)
    ids = tokenizer(["man"], is_split_into_words=True)["input_ids"]
    assert tokenizer.convert_ids_to_tokens(ids) == ["[CLS]", "man", "[SEP]"]
    assert tokenizer.pad_token_id == 0
    assert tokenizer.model_max_length == subword_vocabulary.LONGEST_SEGMENT


def test_rare_letters_are_left_out_and_the_size_is_kept() -> None:
    letters = [token for token in subword_vocabulary.train(SEGMENTS, size=400).get_vocab() if len(token) == 1]
    size = 8 * len(letters)
    tokenizer = subword_vocabulary.train([*SEGMENTS, ["ж"]], size=size)
    assert tokenizer.tokenize("ж") == ["[UNK]"]
    assert tokenizer.tokenize("man") != ["[UNK]"]
    assert len(tokenizer) <= size
