"""Target languages whose words need a tokenizer of their own: BLEU is sacreBLEU's, whose signature says which."""

import json
import subprocess
import sys

import pytest

from extractors.scoring.metric_settings import of_language
from extractors.scoring.metrics import create_metric

TEXTS = {
    "zh": (["今天天气很好。", "他昨天没有来学校。"], ["今天的天气非常好。", "他昨天没来上学。"]),
    "ja": (
        ["今日は天気がいいです。", "彼は昨日学校に来ませんでした。"],
        ["今日はとても天気がいい。", "彼は昨日、学校に来なかった。"],
    ),
    "ko": (
        ["오늘은 날씨가 좋습니다.", "그는 어제 학교에 오지 않았다."],
        ["오늘 날씨가 매우 좋습니다.", "그는 어제 학교에 안 왔다."],
    ),
    "de": (
        ["Das Wetter ist heute schön.", "Er kam gestern nicht."],
        ["Heute ist das Wetter schön.", "Gestern kam er nicht."],
    ),
}
TOKENIZERS = {"zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab", "de": "13a"}
WITH_LIBRARY = {"ja": "MeCab", "ko": "mecab_ko"}


@pytest.mark.parametrize("language", TEXTS)
def test_bleu_is_what_sacrebleu_says_of_the_language(language, tmp_path):
    if language in WITH_LIBRARY:
        pytest.importorskip(WITH_LIBRARY[language])
    hypotheses, references = TEXTS[language]
    for name, lines in (("hyp", hypotheses), ("ref", references)):
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    command = [sys.executable, "-m", "sacrebleu", "ref", "-i", "hyp", "-l", f"en-{language}", "-m", "bleu", "-w", "6"]
    said = json.loads(subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout)
    metric = create_metric("bleu", of_language({"bleu": {}}, language)["bleu"])
    score = metric.score(metric.statistics(hypotheses, [references]).sum(axis=0))
    assert f"{score:.6f}" == f"{said['score']:.6f}"
    assert f"tok:{TOKENIZERS[language]}" in metric.signature(1)
    assert said["signature"].split("|tok:")[1].startswith(TOKENIZERS[language])


def test_ribes_and_ter_see_the_words_of_chinese():
    options = of_language({"ribes": {}, "ter": {}, "chrf": {}}, "zh")
    assert options["chrf"] == {}
    hypotheses, references = TEXTS["zh"]
    for name in ("ribes", "ter"):
        by_words, by_blanks = (
            create_metric(name, options[name]),
            create_metric(name, {"tokenize": "none"} if name == "ribes" else {}),
        )
        scores = [m.score(m.statistics(hypotheses, [references]).sum(axis=0)) for m in (by_words, by_blanks)]
        worst = 0 if name == "ribes" else 100
        assert scores[1] == worst != scores[0]
    assert "asian:yes" in create_metric("ter", options["ter"]).signature(1)


@pytest.mark.parametrize("metric", ["bleu", "ribes", "ter"])
def test_a_metric_of_words_warns_of_text_without_blanks(metric, caplog):
    text = ["昨天他没有来学校参加今年的第一次汉语考试，因为他生病了。"]
    for options, warned in (({}, True), (of_language({metric: {}}, "zh")[metric], False)):
        create_metric(metric, options).statistics(text, [text])
        assert ("no blanks between words" in caplog.text) == warned
        caplog.clear()


def test_what_the_user_says_holds():
    assert of_language({"bleu": {"tokenize": "char"}}, "zh") == {"bleu": {"tokenize": "char"}}
    assert of_language({"bleu": {"lowercase": True}}, "ja") == {"bleu": {"tokenize": "ja-mecab", "lowercase": True}}
    assert of_language({"bleu": {}}, "de") == {"bleu": {}}
