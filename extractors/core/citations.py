"""The BibTeX of this software, of the method, and of the tools that a run can use."""

from collections.abc import Iterable

_SOFTWARE = """@software{{mt_challenge_sets,
  title   = {{mt-challenge-sets: Automatic challenge sets for machine translation}},
  author  = {{{{The mt-challenge-sets contributors}}}},
  version = {{{version}}},
  year    = {{2026}}
}}"""
_METHOD = """@inproceedings{choshen-abend-2019-automatically,
  title     = {Automatically Extracting Challenge Sets for Non-Local Phenomena in Neural Machine Translation},
  author    = {Choshen, Leshem and Abend, Omri},
  booktitle = {Proceedings of the 23rd Conference on Computational Natural Language Learning (CoNLL)},
  year      = {2019},
  address   = {Hong Kong, China},
  publisher = {Association for Computational Linguistics},
  pages     = {291--303},
  doi       = {10.18653/v1/K19-1028}
}"""
_TOOLS = {
    "sacrebleu": """@inproceedings{post-2018-call,
  title     = {A Call for Clarity in Reporting {BLEU} Scores},
  author    = {Post, Matt},
  booktitle = {Proceedings of the Third Conference on Machine Translation: Research Papers},
  year      = {2018},
  pages     = {186--191},
  doi       = {10.18653/v1/W18-6319}
}""",
    "biaffine": """@inproceedings{dozat-manning-2017-deep,
  title     = {Deep Biaffine Attention for Neural Dependency Parsing},
  author    = {Dozat, Timothy and Manning, Christopher D.},
  booktitle = {5th International Conference on Learning Representations (ICLR)},
  year      = {2017}
}""",
    "stanza": """@inproceedings{qi-etal-2020-stanza,
  title     = {{S}tanza: A {P}ython Natural Language Processing Toolkit for Many Human Languages},
  author    = {Qi, Peng and Zhang, Yuhao and Zhang, Yuhui and Bolton, Jason and Manning, Christopher D.},
  booktitle = {Proceedings of the 58th Annual Meeting of the Association for Computational Linguistics:
               System Demonstrations},
  year      = {2020},
  doi       = {10.18653/v1/2020.acl-demos.14}
}""",
    "spacy": """@software{honnibal-etal-2020-spacy,
  title  = {{spaCy}: Industrial-strength Natural Language Processing in {P}ython},
  author = {Honnibal, Matthew and Montani, Ines and Van Landeghem, Sofie and Boyd, Adriane},
  year   = {2020},
  doi    = {10.5281/zenodo.1212303}
}""",
    "udpipe": """@inproceedings{straka-strakova-2017-tokenizing,
  title     = {Tokenizing, {POS} Tagging, Lemmatizing and Parsing {UD} 2.0 with {UDP}ipe},
  author    = {Straka, Milan and Straková, Jana},
  booktitle = {Proceedings of the {C}o{NLL} 2017 Shared Task: Multilingual Parsing from Raw Text to Universal
               Dependencies},
  year      = {2017},
  doi       = {10.18653/v1/K17-3009}
}""",
    "simalign": """@inproceedings{jalili-sabet-etal-2020-simalign,
  title     = {{S}im{A}lign: High Quality Word Alignments Without Parallel Training Data Using Static and
               Contextualized Embeddings},
  author    = {Jalili Sabet, Masoud and Dufter, Philipp and Yvon, François and Schütze, Hinrich},
  booktitle = {Findings of the Association for Computational Linguistics: EMNLP 2020},
  year      = {2020},
  doi       = {10.18653/v1/2020.findings-emnlp.147}
}""",
    "eflomal": """@article{ostling-tiedemann-2016-efficient,
  title   = {Efficient Word Alignment with {M}arkov Chain {M}onte {C}arlo},
  author  = {Östling, Robert and Tiedemann, Jörg},
  journal = {The Prague Bulletin of Mathematical Linguistics},
  volume  = {106},
  year    = {2016},
  pages   = {125--146}
}""",
}


def bibtex(version: str, tools: Iterable[str] = ()) -> str:
    """The entries of this software and of the method, and of those tools that have one.

    Args:
        version: of this software.
        tools: names of parsers and aligners, or `sacrebleu`; one without a paper, as `conllu`, has no entry.
    """
    found = [_TOOLS[name] for name in dict.fromkeys(tools) if name in _TOOLS]
    return "\n\n".join([_SOFTWARE.format(version=version), _METHOD, *found])
