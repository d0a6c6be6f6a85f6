import pytest

from extractors.models.link_quality import why_no_words

SHIPPED, OTHER = "simalign:0.4/encoder:7a11008f/layer:6/inter/bpe", "simalign:0.4/mbert:12/layer:8/inter/bpe"


@pytest.mark.parametrize(
    ("signature", "languages", "is_wrong"),
    [
        (SHIPPED, ("en", "ja"), True),
        (f"links:{SHIPPED}", ("ja", "en"), True),
        (SHIPPED, ("en", "de"), False),
        (OTHER, ("en", "ja"), False),
        ("pharaoh:links.txt:12", ("ja", "en"), False),
        ("", ("ja", "en"), False),
    ],
)
def test_links_of_the_shipped_encoder_to_japanese_tell_nothing_of_words(signature, languages, is_wrong):
    why = why_no_words(signature, *languages)
    assert why == ("43 of 100 links of Japanese are wrong" if is_wrong else None)
