from extractors.formats.line_checksums import clean, line_checksum, short


def test_white_space_makes_no_other_line():
    assert clean(" Line \t 1 . ") == "Line 1 ."
    assert line_checksum("Line 1 .") != line_checksum("Line 2 .")


def test_a_short_checksum_has_twelve_digits_of_a_negative_number_too():
    assert short(-1) == "f" * 12
    assert len(short(line_checksum("line"))) == 12
