"""The index of a folder of evidence: its parts, every file with its hash, how to repeat each."""

import platform
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from html import escape
from importlib.metadata import version
from pathlib import Path

import msgspec
from msgspec import Struct

from croupier.page import page

VERDICTS = {True: "passed", False: "failed", None: "not included"}


class Part(Struct, frozen=True, kw_only=True):
    """One part of the evidence."""

    title: str
    says: str  # what was found, in a sentence
    ok: bool | None  # None: it could not be made, and `says` tells why
    files: tuple[str, ...] = ()  # in the folder, the one to read first
    repeat: str = ""  # the command that makes it again


class Index(Struct, frozen=True, kw_only=True):
    """A folder of evidence."""

    croupier: str
    python: str
    at: datetime
    ok: bool
    parts: tuple[Part, ...]
    sha256: dict[str, str]  # by file


def write_index(folder: Path, parts: Sequence[Part]) -> Index:
    """Write `index.html`, `evidence.json` and the hashes of all files of the evidence folder."""
    index = Index(
        croupier=version("croupier"),
        python=platform.python_version(),
        at=datetime.now(UTC).replace(microsecond=0),
        ok=not any(part.ok is False for part in parts),
        parts=tuple(parts),
        sha256={name: digest(folder / name) for part in parts for name in part.files},
    )
    body = msgspec.json.format(msgspec.json.encode(index))
    (folder / "evidence.json").write_bytes(body + b"\n")
    (folder / "index.html").write_text(
        page("Evidence", _body(index), style=STYLE), encoding="utf-8"
    )
    sums = {**index.sha256, "evidence.json": digest(folder / "evidence.json")}
    sums["index.html"] = digest(folder / "index.html")
    (folder / "evidence.sha256").write_text(checksums(sums), encoding="utf-8")
    return index


def digest(path: Path) -> str:
    """The SHA-256 of a file."""
    return sha256(path.read_bytes()).hexdigest()


def checksums(sums: dict[str, str]) -> str:
    """Hashes of the evidence files as `sha256sum --check` reads them."""
    return "".join(f"{found}  {name}\n" for name, found in sorted(sums.items()))


STYLE = """
td,th{overflow-wrap:anywhere}
.passed,.failed,.not{white-space:nowrap}
.passed{color:var(--good)}.failed{color:var(--bad);font-weight:bold}
"""


def _body(index: Index) -> Iterable[str]:
    yield "<h1>Evidence</h1>"
    at = f"{index.at:%Y-%m-%d %H:%M} UTC"
    yield f"<p>croupier {escape(index.croupier)}, Python {escape(index.python)}, {at}.</p>"
    yield "<table><thead><tr><th>part</th><th>result</th><th>found</th></tr></thead>"
    for part in index.parts:
        first = f'<a href="{escape(part.files[0])}">' if part.files else ""
        name = f"{first}{escape(part.title)}{'</a>' if first else ''}"
        verdict = VERDICTS[part.ok]
        yield f'<tr><td>{name}</td><td class="{verdict.split()[0]}">{verdict}</td>'
        yield f"<td>{escape(part.says)}</td></tr>"
    yield "</table><h2>How to repeat each part</h2><table>"
    for part in index.parts:
        if part.repeat:
            yield f"<tr><td>{escape(part.title)}</td><td><code>{escape(part.repeat)}</code></td>"
            yield "</tr>"
    yield "</table><h2>Every file</h2>"
    yield "<p><code>sha256sum --check evidence.sha256</code> compares them.</p><table>"
    for name, found in sorted(index.sha256.items()):
        yield f'<tr><td><a href="{escape(name)}">{escape(name)}</a></td>'
        yield f'<td class="exact">{found}</td></tr>'
    yield "</table>"
