"""The figures written: as JSON, as CSV, and as a page with plots that needs nothing else."""

import csv
import io
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from croupier.figures.facts import money
from croupier.figures.sums import Curve, Figures, Key, Share, Sums
from croupier.games import game_of
from croupier.histories.about import SIGNS
from croupier.page import page
from croupier.plots import line

COLUMNS: dict[str, str] = {
    "hands": "hands",
    "net": "won",
    "per_100": "bb/100",
    "error": "±",
    "rake": "rake",
    "adjusted": "all-in adjusted",
    "vpip": "VPIP",
    "pfr": "PFR",
    "three_bet": "3-bet",
    "aggression": "aggression",
    "to_showdown": "WTSD",
    "won_showdown": "W$SD",
    "won_second": "WWSF",
}
MEANS = {
    "bb/100": "big blinds won in 100 hands (big bets of fixed limit), ± half of a 95% interval",
    "all-in adjusted": "won, if every all-in were paid by its exact equity",
    "VPIP": "put chips in by choice on the first street",
    "PFR": "raised there",
    "3-bet": "raised again, facing one raise",
    "aggression": "bets and raises for each call after it",
    "WTSD": "saw the second street and went to showdown",
    "W$SD": "won at showdown",
    "WWSF": "saw the second street and won",
}
STAKES_MOST = 6  # on the page; the JSON has them all
STYLE = """
body{max-width:80rem}td,th{text-align:end;white-space:nowrap}thead th{vertical-align:bottom}
tbody th{text-align:start;color:var(--ink);font-weight:500;background:var(--paper);
position:sticky;inset-inline-start:0}
@media(max-width:40rem){figure{margin-inline:0}svg text{font-size:20px}}
"""  # a phone shows the rest of a table by a swipe, and whose it is all the while


def row(key: Key, sums: Sums) -> dict[str, Any]:
    """The figures of one player in one game; amounts are cents (or hundredths of a chip)."""
    mean = sums.per_hundred
    return {
        "player": key.player,
        "game": key.game,
        "currency": key.currency,
        "fixed_limit": key.fixed,
        "hands": sums.hands,
        "net": sums.net,
        "per_100": {"value": mean.value, "error": mean.error, "unit": key.unit},
        "rake": sums.rake,
        "adjusted": {"value": float(sums.adjusted), "all_ins": sums.counts["all_in"]},
        "vpip": _share(sums.share("vpip")),
        "pfr": _share(sums.share("raised_first")),
        "three_bet": _share(sums.share("three_bet", "could_three_bet")),
        "aggression": sums.aggression,
        "to_showdown": _share(sums.share("showdown", "saw_second")),
        "won_showdown": _share(sums.share("won_showdown", "showdown")),
        "won_second": _share(sums.share("won_second", "saw_second")),
        "stakes": sums.stakes,
    }


def title_of(key: Key) -> str:
    """A game and what it is played for: chips, where no currency is named."""
    return f"{'fixed-limit ' * key.fixed}{game_of(key.game).title}, {key.currency or 'chips'}"


def _share(share: Share) -> dict[str, Any]:
    return {"value": share.value, "times": share.times, "of": share.of}


def as_json(figures: Figures, player: str, least: int) -> list[dict[str, Any]]:
    """Every player's figures, with each position's."""
    rows = []
    for key, sums in figures.rows(player, least):
        places = figures.places(key)
        rows.append(row(key, sums) | {"positions": {p: row(key, s) for p, s in places.items()}})
    return rows


def cells(key: Key, sums: Sums) -> dict[str, str]:
    """The figures of a player as people read them."""
    found = row(key, sums)
    symbol = SIGNS.get(key.currency, "")
    error = found["per_100"]["error"]
    plain = {
        "hands": f"{sums.hands:,}",
        "net": money(sums.net, symbol),
        "per_100": f"{found['per_100']['value']:+.1f}",
        "error": f"{error:.1f}" if error is not None else "",
        "rake": money(sums.rake, symbol),
        "adjusted": money(round(sums.adjusted), symbol),
        "aggression": f"{sums.aggression:.1f}" if sums.aggression is not None else "",
    }
    return {
        name: plain[name] if name in plain else percent(found[name]["value"]) for name in COLUMNS
    }


def percent(value: float | None) -> str:
    """A player's share in percent; nothing without chances."""
    return f"{100 * value:.0f}%" if value is not None else ""


def as_csv(figures: Figures, player: str, least: int) -> str:
    """One line a player and game, amounts in cents."""
    out = io.StringIO()
    heads = ["player", "game", "currency", "fixed_limit", *COLUMNS, "all_ins"]
    sheet = csv.writer(out, lineterminator="\n")
    sheet.writerow(heads)
    for key, sums in figures.rows(player, least):
        found = row(key, sums)
        values = [_plain(found, name) for name in COLUMNS]
        names = map(_harmless, key[:-1])
        sheet.writerow([*names, int(key.fixed), *values, sums.counts["all_in"]])
    return out.getvalue()


def _harmless(text: str) -> str:
    """A spreadsheet takes a name that begins like a formula for one."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t") else text


def _plain(found: dict[str, Any], name: str) -> Any:
    if name == "error":
        return found["per_100"]["error"]
    value = found[name]
    return value["value"] if isinstance(value, dict) else value


# --- the page --------------------------------------------------------------------------------


def as_page(figures: Figures, player: str, least: int, title: str) -> str:
    """A page of its own: tables, curves and positions, without a script or another file."""
    rows = list(figures.rows(player, least))
    parts = [
        f"<h1>{escape(title)}</h1>",
        _table([(f"{key.player}, {title_of(key)}", cells(key, sums)) for key, sums in rows]),
        f"<p>{'; '.join(f'<b>{name}</b> {escape(means)}' for name, means in MEANS.items())}.</p>",
    ]
    for key, sums in rows[:20]:
        heading = escape(f"{key.player}: {title_of(key)}")
        parts.append(f"<h2>{heading}</h2>{_curves(sums, key.unit)}{_stakes(sums)}")
        if places := figures.places(key):
            parts.append(_table([(place, cells(key, part)) for place, part in places.items()]))
    return page(title, parts, style=STYLE)


def _table(rows: Sequence[tuple[str, dict[str, str]]]) -> str:
    names = [escape(words).replace(" ", "<br>") for words in COLUMNS.values()]
    heads = "".join(f'<th scope="col">{words}</th>' for words in names)
    lines = "".join(
        f'<tr><th scope="row">{escape(name)}</th>'
        + "".join(f"<td>{escape(cell[column])}</td>" for column in COLUMNS)
        + "</tr>"
        for name, cell in rows
    )
    head = f"<thead><tr><td></td>{heads}</tr></thead>"
    return f'<div class="wide"><table>{head}<tbody>{lines}</tbody></table></div>'


def _stakes(sums: Sums) -> str:
    """The stakes that were played most, with their hands."""
    most = sorted(sums.stakes.items(), key=lambda item: (-item[1], item[0]))
    named = [f"{stakes} ({hands:,})" for stakes, hands in most[:STAKES_MOST]]
    if len(most) > STAKES_MOST:
        named.append(f"{len(most) - STAKES_MOST:,} others")
    return f"<p>Stakes (hands): {escape(', '.join(named))}</p>"


def _curves(sums: Sums, unit: str) -> str:
    """Big blinds won hand by hand, and what they would be with every all-in paid by its equity."""
    words = f"{unit.capitalize()}s in {sums.hands:,} hand{'s' * (sums.hands != 1)}"
    plot = line(
        _points(sums.curve),
        beside=_points(sums.luckless),
        across="hands",
        up=f"{unit}s",
        x_words=((0, "0"), (sums.curve.last, f"{sums.curve.last:,}")),
    )
    legend = "solid: won; dashed: with every all-in paid by its equity"
    return f"<figure>{plot}<figcaption>{words}; {legend}.</figcaption></figure>"


def _points(curve: Curve) -> list[tuple[float, float]]:
    return [(place * curve.step, point) for place, point in enumerate(curve.points)]


def lines(figures: Figures, player: str, least: int) -> Iterable[list[str]]:
    """The figures of players as rows for a terminal."""
    for key, sums in figures.rows(player, least):
        yield [key.player, title_of(key), *cells(key, sums).values()]
