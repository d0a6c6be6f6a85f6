"""A small encoder for SimAlign from parallel text alone: the recipe of the shipped one.

SimAlign (Jalili Sabet et al. 2020, Findings of EMNLP) links words whose subwords have similar vectors,
and takes the vectors from an encoder of hundreds of megabytes that was trained on other texts. Where
there is parallel text, an encoder of eleven can be trained on it in an hour on one core. Its teacher
is eflomal (Östling and Tiedemann 2016, PBML 106), whose links are precise where its two directions
agree; its task is, for each subword, to find the linked ones among all those of the other sentence, a
softmax over cosines in both directions, as awesome-align does for large encoders (Dou and Neubig 2021,
EACL). It learns more than its teacher knew: links of words that no direction linked, and far reordering.

    vocabulary  a WordPiece vocabulary of both languages
    links       eflomal's links, forward and reverse, of every pair
    static      an embedding for each subword, with fixed sinusoidal positions
    first       two layers on top, which begin by changing nothing
    relabelled  the agreed links, and those of one direction that the encoder has found too
    second      the same training on these
"""
