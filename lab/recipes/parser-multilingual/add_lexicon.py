"""Put the lemmas of the words of each treebank, those that always have the same, into a model's config.json."""

import argparse
from pathlib import Path

from recipe_data import read_json, treebanks, word_rows, write_json

from extractors.models.parsers._multilingual import lemmas


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with ud-multilingual and ud")
    parser.add_argument("--parts", type=Path, required=True, help="PREPARED/parts, of prepare_words.py")
    parser.add_argument("--model", type=Path, required=True, help="of convert.py")
    given = parser.parse_args()
    config = read_json(given.model / "config.json")
    train, _ = treebanks(given.data, given.parts)
    config["lexicon"] = {
        part.name: dict(
            sorted(
                lemmas.lexicon(
                    (row[1], row[3], row[2]) for rows in word_rows(part.path)[part.sentences] for row in rows
                ).items()
            )
        )
        for part in train
    }
    write_json(given.model / "config.json", config)
    print(sum(map(len, config["lexicon"].values())), "words")


if __name__ == "__main__":
    main()
