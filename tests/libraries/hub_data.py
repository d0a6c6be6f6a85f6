"""Data sets in the form of the Hugging Face hub, as a folder and as the library `datasets` keeps what it fetched."""

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

COMMIT = "89abcdef0123456789abcdef0123456789abcdef"


def save(folder: Path, splits: Mapping[str, Mapping[str, Sequence[str]]], *, configuration: str = "de-en") -> Path:
    """A folder with Parquet and a card: a column `id`, and `translation` with the languages of each split."""
    import datasets

    card = f"---\nconfigs:\n- config_name: {configuration}\n  data_files:\n"
    for split, texts in splits.items():
        columns = [dict(zip(texts, row, strict=True)) for row in zip(*texts.values(), strict=True)]
        features = datasets.Features(
            {"id": datasets.Value("string"), "translation": datasets.Translation(languages=list(texts))}
        )
        rows = [{"id": str(number), "translation": row} for number, row in enumerate(columns)]
        file = folder / configuration / f"{split}-00000-of-00001.parquet"
        file.parent.mkdir(parents=True, exist_ok=True)
        datasets.Dataset.from_list(rows, features=features).to_parquet(file)
        card += f"  - split: {split}\n    path: {configuration}/{split}-*\n"
    (folder / "README.md").write_text(f"{card}---\n# A data set of a test\n", encoding="utf-8")
    return folder


def cache(root: Path, folder: Path, name: str, *, commit: str = COMMIT) -> Path:
    """What the library has in its cache `root` once it has loaded a hub's data set that is like a folder."""
    import datasets

    owner, _, last = name.rpartition("/")
    assert folder.name == last, "the library names its files after the data set"
    configurations = [path.name for path in folder.iterdir() if path.is_dir()]
    for configuration in configurations:
        builder = datasets.load_dataset_builder(str(folder), configuration, cache_dir=str(root / "made"))
        builder.download_and_prepare()
        place = root / f"{owner}___{last}" / configuration / "0.0.0" / commit
        shutil.copytree(builder.cache_dir, place)
    return place
