"""Sending a published set, of a run or of items, to the Hugging Face hub, after checks and a list of its files."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from huggingface_hub import DatasetCard, HfApi, get_token
from huggingface_hub.errors import HfHubHTTPError, HFValidationError
from huggingface_hub.utils import validate_repo_id  # type: ignore[attr-defined]

from extractors.config.output_settings import PublishSettings, check_licence
from extractors.core.errors import InputError
from extractors.core.files import read_text
from extractors.formats import checksums
from extractors.publish import description, items_dataset, layout
from extractors.publish.description import Description
from extractors.publish.items_dataset import ItemsDescription

NOT_OURS = {layout.CARD, ".gitattributes"}
"""Files that a repository of the hub may have from its making."""
HIDDEN = ".*"
"""Files and folders that workflows and downloads leave; they are no part of a set."""
CONNECTION_ERROR: type[Exception] = HfHubHTTPError.__mro__[1]
"""The error of the HTTP library that the hub's library is built on, which has changed and may again."""


@dataclass(frozen=True, kw_only=True)
class Upload:
    """A published set that is to be sent, and its repository.

    Attributes:
        repository: OWNER/NAME.
        files: name -> size in bytes.
        mark: the file that tells a set of this kind, in the folder and in a repository.
        title: of the set.
        texts: the texts that are in it, in words.
        publish: what the publisher says.
        version: of the tool that made it.
    """

    folder: Path
    repository: str
    private: bool
    files: dict[str, int]
    mark: str
    title: str
    texts: str
    publish: PublishSettings
    version: str

    def listing(self) -> str:
        """The files of the top and the folders, each with its number of files and bytes, and where they go."""
        groups: dict[str, list[int]] = {}
        for name, size in self.files.items():
            top, _, below = name.partition("/")
            groups.setdefault(f"{top}/" if below else top, []).append(size)
        width = max(map(len, groups))
        publish = self.publish
        lines = [
            f"{name:<{width}}  {len(sizes):>6,} file{'s' if len(sizes) > 1 else ' '}  {sum(sizes):>13,} bytes"
            for name, sizes in sorted(groups.items())
        ]
        lines += [
            f"in all {len(self.files):,} files, {sum(self.files.values()):,} bytes",
            f"set:        {self.title}",
            f"texts:      {self.texts}",
            f"licence:    {publish.licence_name or publish.licence}",
            f"credit:     {publish.attribution}",
            f"repository: datasets/{self.repository} at {HfApi().endpoint}",
            f"visible to: {'you alone (private)' if self.private else 'everybody'}",
        ]
        return "\n".join(lines)


def prepare(folder: str | Path, repository: str, *, private: bool) -> Upload:
    """Check a folder and a name before anything is sent, without a network."""
    folder = Path(folder)
    said = _said_of(folder)
    try:
        validate_repo_id(repository)
    except HFValidationError as error:
        raise InputError(
            f"expected the name of a repository, got {repository!r}: {error}", remedy="give OWNER/NAME"
        ) from None
    if "/" not in repository:
        raise InputError(f"{repository!r} names no owner", remedy="give OWNER/NAME, your user name first")
    if problems := checksums.changed(folder):
        raise InputError(
            f"is not as it was published: {'; '.join(problems[:3])}"
            + (f" and {len(problems) - 3} more" if len(problems) > 3 else ""),
            path=folder,
            remedy="publish the set again; what is to be said in the card belongs into the block `publish`",
        )
    known = checksums.read(folder).keys() | {layout.CHECKSUMS}
    sizes = {f.relative_to(folder).as_posix(): f.stat().st_size for f in sorted(folder.rglob("*")) if f.is_file()}
    files = {name: size for name, size in sizes.items() if not fnmatch(name, HIDDEN)}
    if extra := sorted(files.keys() - known):
        raise InputError(
            f"has a file that was not published: {extra[0]}",
            path=folder,
            remedy="take it out, or publish the set again",
        )
    return Upload(folder=folder, repository=repository, private=private, files=files, **said)


def _said_of(folder: Path) -> dict[str, Any]:
    """What is said of a set, of a run or of items, whose licence lets it be passed on."""
    described: Description | ItemsDescription
    if (folder / items_dataset.DESCRIPTION).is_file():
        described = items_dataset.read_description(folder)
        check_licence(described.publish, described.name, kind="suite")
        mark, title = items_dataset.DESCRIPTION, described.title
        texts = f"source texts, references and rules of {described.items:,} items"
    else:
        described = description.read(folder)
        check_licence(described.publish, described.name)
        mark, title = layout.DESCRIPTION, described.pretty_name
        texts = "none, ids only" if described.publish.ids_only else "source and references of the corpus"
    version = described.version
    return {"mark": mark, "title": title, "texts": texts, "publish": described.publish, "version": version}


def card_of(folder: Path) -> DatasetCard:
    """The card of a published set."""
    return DatasetCard(read_text(folder / layout.CARD))


def token() -> str:
    """The user's token for the hub."""
    saved = get_token()
    if saved is None:
        raise InputError(
            "there is no token for the Hugging Face hub",
            remedy="make one that may write at huggingface.co/settings/tokens, then type `hf auth login`,"
            " or set the variable HF_TOKEN to it",
        )
    return saved


def send(upload: Upload, *, token: str) -> str:
    """Have the hub check the card; then make the repository, unless it is there, and fill it.

    Files of an earlier version that this one does not have are deleted in the new revision; older revisions keep
    them.

    Returns:
        The address of the data set.
    """
    api = HfApi(token=token)
    with _in_words(f"cannot be checked by {api.endpoint}", upload.folder / layout.CARD):
        try:
            card_of(upload.folder).validate()
        except ValueError as error:
            raise InputError(
                f"the hub refuses the card: {error}",
                path=upload.folder / layout.CARD,
                remedy="correct the block `publish` of the config, and publish the set again",
            ) from None
    with _in_words(f"datasets/{upload.repository} cannot be written", None):
        address = api.create_repo(upload.repository, repo_type="dataset", private=upload.private, exist_ok=True)
        dataset = api.dataset_info(upload.repository)
        names = {sibling.rfilename for sibling in dataset.siblings or []}
        if names - NOT_OURS and upload.mark not in names:
            raise InputError(
                f"datasets/{upload.repository} is there already, and is not a set of this kind: it has"
                f" {min(names - NOT_OURS)}",
                remedy="give the set another name",
            )
        if bool(dataset.private) != upload.private:
            raise InputError(
                f"datasets/{upload.repository} is there already, and is {'private' if dataset.private else 'public'}",
                remedy=f"{'leave out' if upload.private else 'give'} --private, or change its settings at the hub",
            )
        api.upload_folder(
            repo_id=upload.repository,
            repo_type="dataset",
            folder_path=upload.folder,
            commit_message=f"{upload.title} (mt-challenge-sets {upload.version})",
            ignore_patterns=HIDDEN,
            delete_patterns="*",
        )
    return str(address)


@contextmanager
def _in_words(problem: str, path: Path | None) -> Iterator[None]:
    try:
        yield
    except HfHubHTTPError as error:
        message = error.server_message or str(error).split("\n")[0]
        raise InputError(
            f"{problem}: {message}",
            path=path,
            remedy="check that the token may write there: `hf auth whoami`, huggingface.co/settings/tokens",
        ) from None
    except (CONNECTION_ERROR, OSError) as error:
        raise InputError(
            f"{problem}: {str(error) or type(error).__name__}",
            path=path,
            remedy="nothing can be sent without a network; the folder stays as it is",
        ) from None
