"""Getting texts of a library (sacreBLEU, `datasets`) that are not on this machine; readers of texts never do."""

from extractors.inputs.places import Place
from extractors.inputs.reading import place_requirement
from extractors.models.fetching import fetch


def fetch_texts(place: Place) -> None:
    """Let its library download what a place names, if it is not here; a file is the user's to bring."""
    needed = place_requirement(place)
    if needed is not None and needed.path is None:
        fetch(needed)
