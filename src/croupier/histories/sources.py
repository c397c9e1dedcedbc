"""Files, folders and archives, opened as streams of text lines in whatever encoding they have."""

import gzip
import io
import re
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from croupier.refused import Refused

HEAD = 1 << 16
LINE_MOST = 1 << 20  # characters; a longer line is cut, and no hand has one
ARCHIVES = (".zip", ".tar", ".tgz", ".tar.gz", ".tar.bz2", ".tar.xz", ".tbz2", ".txz")

_KINDS = (
    (b"%PDF", "a PDF document"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"SQLite format 3", "an SQLite database"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program for Windows"),
    (b"Rar!", "a RAR archive, which is not opened"),
    (b"7z\xbc\xaf", "a 7z archive, which is not opened"),
)
_TEXTS = (
    ("<!doctype html", "a web page"),
    ("<html", "a web page"),
    ("<?xml", "XML, but not of iPoker"),
    ("{", "JSON, but neither Open Hand History nor croupier's log"),
    ("[", "a list or a table, but no hand history"),
)
_RESULTS = re.compile(
    r"(?:pokerstars |full ?tilt ?poker |winamax poker - )?tournament (?:#\d+, |summary)"
)
_SITE_NAMES = {
    "pokerstars": "PokerStars",
    "full tilt": "Full Tilt Poker",
    "ggpoker": "GGPoker",
    "winamax": "Winamax",
    "888poker": "888poker",
    "partypoker": "partypoker",
}
_SITES = re.compile("|".join(_SITE_NAMES))


class Source(NamedTuple):
    """A file that can be opened as often as needed; `alone` was named, not found in a folder."""

    name: str
    open: Callable[[], Any]  # a binary file
    alone: bool
    size: int = 0


def sources(names: Iterable[str]) -> Iterator[Source]:
    """Every file that the names stand for: folders and archives hold several, `-` is the input."""
    for name in names:
        if name == "-":
            data = sys.stdin.buffer.read()
            yield Source("-", lambda data=data: io.BytesIO(data), alone=True, size=len(data))  # type: ignore[misc]  # mypy does not see the default
            continue
        yield from _at(name)


def _at(name: str) -> Iterator[Source]:
    try:
        path = Path(name)
        if path.is_dir():
            files = sorted(found for found in path.rglob("*") if found.is_file())
            for found in files:
                if not any(part.startswith(".") for part in found.relative_to(path).parts):
                    yield from _file(found, alone=False)
            return
        path.open("rb").close()
        yield from _file(path, alone=True)
    except OSError as fault:
        why = f"{name}: {fault.strerror or fault}"
        yield Source(name, partial(_refuse, why), alone=True)
    except ValueError as fault:  # a NUL in the name
        yield Source(name, partial(_refuse, f"{name!r}: {fault}"), alone=True)


def _file(path: Path, *, alone: bool) -> Iterator[Source]:
    low = path.name.lower()
    try:
        if low.endswith(".zip"):
            yield from _zipped(path)
        elif low.endswith(ARCHIVES):
            yield from _tarred(path)
        elif low.endswith(".gz"):
            yield Source(str(path), partial(gzip.open, path, "rb"), alone, path.stat().st_size)
        else:
            yield Source(str(path), partial(path.open, "rb"), alone, path.stat().st_size)
    except (zipfile.BadZipFile, tarfile.TarError, EOFError, OSError) as fault:
        why = f"{path} is not the archive its name says: {fault}"
        yield Source(str(path), partial(_refuse, why), alone=True)


def _refuse(why: str) -> NoReturn:
    """Refuse a file when it is opened, so that others are read all the same."""
    raise Refused("FIELD files", why)


def _zipped(path: Path) -> Iterator[Source]:
    with zipfile.ZipFile(path) as archive:
        members = [info for info in archive.infolist() if not info.is_dir()]
    for info in members:
        opener = partial(_open_zipped, path, info.filename)
        yield Source(f"{path}/{info.filename}", opener, alone=False, size=info.file_size)


def _open_zipped(path: Path, member: str) -> Any:
    return zipfile.ZipFile(path).open(member)


def _tarred(path: Path) -> Iterator[Source]:
    with tarfile.open(path) as archive:
        members = [member for member in archive if member.isfile()]
    for member in members:
        opener = partial(_open_tarred, path, member.name)
        yield Source(f"{path}/{member.name}", opener, alone=False, size=member.size)


def _open_tarred(path: Path, member: str) -> Any:
    found = tarfile.open(path).extractfile(member)  # noqa: SIM115  # closed with its member
    assert found is not None
    return found


# --- text ------------------------------------------------------------------------------------


def encoding_of(head: bytes) -> str:
    """The encoding of a text by its first bytes."""
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    if head.startswith(b"\xef\xbb\xbf"):
        return "utf-8-sig"
    if head[1:200:2].count(0) > 40:
        return "utf-16-le"
    if head[0:200:2].count(0) > 40:
        return "utf-16-be"
    try:
        head[:-4].decode()
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"


def lines_of(source: Source) -> Iterator[str]:
    """The lines of a file, without their ends; bytes that are no text become marks."""
    try:
        with source.open() as data:
            head = data.read(HEAD)
        with (
            source.open() as data,
            io.TextIOWrapper(data, encoding_of(head), errors="replace", newline=None) as text,
        ):
            while line := text.readline(LINE_MOST):
                yield line.rstrip("\n")
    except (OSError, EOFError, zipfile.BadZipFile, tarfile.TarError, RuntimeError) as fault:
        raise Refused("FIELD files", f"{source.name}: {fault}") from None


def kind_of(source: Source) -> str:
    """What a file is that holds no hand history, in a few words."""
    with source.open() as data:
        head = data.read(HEAD)
    if not head.strip():
        return "empty"
    for mark, words in _KINDS:
        if head.startswith(mark):
            return words
    text = head.decode(encoding_of(head), errors="replace").lstrip("\ufeff \r\n\t").lower()
    for start, words in _TEXTS:
        if text.startswith(start):
            return words
    if _RESULTS.match(text):
        return "the results of a tournament, without its hands"
    if site := _SITES.search(text):
        return f"a text that names {_SITE_NAMES[site[0]]}, but holds no hand in English"
    return (
        "not a text file" if "\0" in text or "\ufffd" in text[:200] else "text of no format we know"
    )
