"""The parts of a folder of evidence: each writes its files, and says what was found."""

import platform
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from html import escape
from importlib import import_module
from importlib.metadata import distribution, version
from pathlib import Path
from typing import Any

import msgspec
from markdown_it import MarkdownIt
from msgspec.structs import replace

from croupier.clauses import Item, coverage
from croupier.cli.evidence_index import STYLE, Part, checksums, digest
from croupier.cli.progress_bar import progress
from croupier.games import game_of
from croupier.page import page
from croupier.paraphrases import paraphrase
from croupier.refused import Refused

PACKAGE = Path(__file__).parents[1]
THREATS = "docs/explanation/threats.md"  # shipped beside the package as threats.md
# What a house can elect in addition to its odds: each is priced apart.
ELECTIONS: dict[str, tuple[dict[str, Any], ...]] = {
    "texas-holdem-bonus": ({}, {"ante_threshold": "flush"}, {"progressive": True}),
    "flop-poker": ({},),
    "two-card-joker": ({}, {"pair_up_table": 2}, {"pair_up_table": 3}),
}
NAME = re.compile(r"[\w.-]+")
LINK = re.compile(r"\[([^]]+)\]\((?!https?:)[^)]*\)")


def _write_json(path: Path, value: object) -> None:
    path.write_bytes(msgspec.json.format(msgspec.json.encode(value)) + b"\n")


# --- the sources -----------------------------------------------------------------------------


def sources(folder: Path) -> Part:
    """Part of the evidence: versions and hashes of everything that runs."""
    with progress("sources"):
        sums = source_sums()
    whole = sha256(checksums(sums).encode()).hexdigest()
    (folder / "sources.sha256").write_text(checksums(sums), encoding="utf-8")
    _write_json(
        folder / "sources.json",
        {
            "croupier": version("croupier"),
            "python": platform.python_version(),
            "system": platform.platform(),
            "packages": packages(),
            "files": len(sums),
            "sha256": whole,
        },
    )
    return Part(
        title="Sources",
        ok=True,
        says=f"croupier {version('croupier')}: {len(sums)} files, together {whole}",
        files=("sources.json", "sources.sha256"),
        repeat="sha256sum --check sources.sha256, in the folder of the installed package",
    )


def source_sums() -> dict[str, str]:
    """The SHA-256 of every file of the package, the compiled core included."""
    files = [path for path in PACKAGE.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    sums = {path.relative_to(PACKAGE).as_posix(): digest(path) for path in files}
    core = Path(import_module("croupier._kernels").__file__ or "")
    return sums | {core.name: digest(core)}


def packages() -> dict[str, str]:
    """The installed version of every package that croupier needs, at any depth."""
    found, waiting = dict[str, str](), ["croupier"]
    while waiting:
        try:
            one = distribution(waiting.pop())
        except ModuleNotFoundError:
            continue  # of an extra, or of another system
        if one.name in found:
            continue
        found[one.name] = one.version
        ours = one.name == "croupier"  # with its extras, of which some are installed
        needs = [text for text in one.requires or () if ours or "extra ==" not in text]
        waiting += [NAME.match(text)[0] for text in needs]  # type: ignore[index]  # it has one
    del found["croupier"]
    return dict(sorted(found.items()))


# --- chance and returns ----------------------------------------------------------------------


def shuffle(folder: Path, deck: int, streams: int, decks: int) -> Part:
    """Part of the evidence: the battery of tests over the cards as they are dealt."""
    from croupier.sim.battery import run_battery
    from croupier.sim.chance_report import lab_report, verdict, write_report

    with progress(f"shuffling {deck} cards", streams) as tell:
        battery = run_battery(deck, streams, decks, progress=tell)
    report = lab_report(battery, datetime.now(UTC))
    write_report(report, folder / f"shuffle-{deck}")
    return Part(
        title=f"Shuffle of {deck} cards",
        ok=battery.ok,
        says=verdict(battery),
        files=(f"shuffle-{deck}/rng-report.html", f"shuffle-{deck}/rng-report.json"),
        repeat=report.command,
    )


def returns(folder: Path) -> Iterator[Part]:
    """Part of the evidence: the exact return of every wager, by every election."""
    from croupier.odds import sheet
    from croupier.odds.house_edge import house_edge, record

    (folder / "returns").mkdir()
    for key, elections in ELECTIONS.items():
        game, files, says, repeat = game_of(key), list[str](), list[str](), list[str]()
        for elected in elections:
            with progress(f"enumerating {game.title}") as tell:
                edge = house_edge(game, replace(game.sign, **elected), tell=tell)
                path = sheet.write_sheet(edge, folder / "returns")
            _write_json(path.with_suffix(".json"), record(edge))
            files += [f"returns/{path.name}", f"returns/{path.stem}.json"]
            parts = [
                f"{one.name} {100 * (1 - float(one.house_edge)):.4f}%"
                for one in edge.wagers.values()
            ]
            repeat.append(sheet.command(edge))
            chosen = ", ".join(f"{name}={value}" for name, value in elected.items())
            says.append(f"{f'with {chosen}: ' if chosen else ''}{', '.join(parts)}")
        yield Part(
            title=f"Return of {game.title}",
            ok=True,
            says="; ".join(says),
            files=tuple(files),
            repeat="; ".join(repeat),
        )


# --- rules and threats -----------------------------------------------------------------------


def rules(folder: Path) -> Part:
    """Part of the evidence: every rule of the documents, and the tests that prove it."""
    found = coverage()
    _write_json(folder / "rules.json", found)
    rows = (_rule(item) for item in found.items)
    surfaces = "<th>surfaces</th>" if any(map(_surfaces, found.items)) else ""
    heads = f"<thead><tr><th>clause</th><th>rule</th>{surfaces}<th>tests</th></tr></thead>"
    says = f"{found.proven} of {found.total} rules are proven by tests"
    body = (f"<h1>Rules</h1><p>{says}.</p><table>{heads}", *rows, "</table>")
    (folder / "rules.html").write_text(page("Rules", body, style=STYLE), encoding="utf-8")
    return Part(
        title="Rules",
        ok=True,
        says=says,
        files=("rules.html", "rules.json"),
        repeat="croupier clauses --json",
    )


def _surfaces(item: Item) -> str:
    """Where a rule is proven: in the engine, over HTTP, in a browser."""
    found = getattr(item, "surfaces", ())
    return ", ".join(found)


def _rule(item: Item) -> str:
    surfaces = _surfaces(item)
    cell = f"<td>{escape(surfaces)}</td>" if surfaces else ""
    tests = "<br>".join(map(escape, item.tests)) or f"open: {escape(item.why)}"
    words = escape(" ".join(paraphrase(item.clause).words))
    return (
        f"<tr><td>{escape(item.clause)}</td><td>{words}</td>{cell}"
        f'<td class="exact">{tests}</td></tr>'
    )


def threats(folder: Path) -> Part:
    """The threat model: what is protected, from whom, how, and which test shows it."""
    places = (PACKAGE / "threats.md", PACKAGE.parents[1] / THREATS)
    text = next((path.read_text(encoding="utf-8") for path in places if path.exists()), None)
    if text is None:
        raise Refused("FIELD folder", "this installation has no threat model: install it again")
    html = MarkdownIt("commonmark").enable("table").render(LINK.sub(r"\1", text))
    (folder / "threats.html").write_text(
        page("Threat model", (html,), style=STYLE), encoding="utf-8"
    )
    count = sum(line.startswith("| ") for line in text.splitlines()) - 2
    return Part(
        title="Threat model",
        ok=True,
        says=f"{count} threats, each with the tests that fail when its protection does",
        files=("threats.html",),
        repeat="make test, in the sources",
    )
