"""A sheet for a rules submission: rules in force, method, exact figures and plots, in one file.

Nothing in it comes from elsewhere, and the same game, sign and strategy give the same bytes.
"""

import re
from collections.abc import Iterator
from fractions import Fraction
from html import escape
from importlib.metadata import version
from pathlib import Path

import msgspec
from msgspec.structs import replace

from croupier.chips import Chips, money
from croupier.odds import flop, thb
from croupier.odds.contests import lines_of, on_table
from croupier.odds.house_edge import STRATEGIES, Edge, house_edge
from croupier.odds.wagers import Wager
from croupier.page import page
from croupier.plots import Bar, Cell, bars, chart, line
from croupier.rules.banked_sign import below_floor
from croupier.rules.sign import TableSign
from croupier.views.printed.paysheet import paysheet

METHOD = {
    "texas-holdem-bonus": (
        "Every starting hand (1,326), every flop, turn and river and every hand of the dealer's "
        "are enumerated: 56 trillion deals, gathered by suit pattern into 16,432 boards of four "
        "cards and their rivers. Before the turn and before the river a wager of one ante is "
        "placed exactly when, over all that may follow, the player's hand wins more often than "
        "it loses. All sums are integers."
    ),
    "flop-poker": (
        "Every class of three own cards (1,755, standing for 22,100) meets every one of 18,424 "
        "sets of community cards; the best hand of all three own cards and two of the board is "
        "looked up in the pay table. All sums are integers."
    ),
    "two-card-joker": (
        "Each of 1,431 hands of two cards meets each of the 1,326 hands that the dealer may hold "
        "beside it. All sums are integers."
    ),
}
DOTS = re.compile(r" \.{3,} ")
STYLE = """
body{max-width:760px}table{width:100%}th,td{text-align:right}
th:first-child,td:first-child,.rules td{text-align:left}
.exact{font-size:.8rem;color:var(--soft);overflow-wrap:break-word}
.rules td:last-child{text-align:right;color:var(--soft);white-space:nowrap}
"""


def write_sheet(edge: Edge, folder: Path) -> Path:
    """Write the sheet of these figures into a folder; gives the file."""
    path = folder / f"{file_name(edge)}.html"
    path.write_text(sheet(edge), encoding="utf-8")
    return path


def file_name(edge: Edge) -> str:
    """What a file of these figures is called: the game, what its sign elects, the strategy.

    >>> from croupier.games import game_of
    >>> game = game_of("two-card-joker")
    >>> file_name(house_edge(game, replace(game.sign, pair_up_table=2), "simple"))
    'two-card-joker-pair_up_table-2-simple'
    """
    usual, posted = map(msgspec.structs.asdict, (edge.game.sign, edge.sign))
    parts = [edge.game.key]
    for key, value in posted.items():
        if value != usual[key]:
            text = "_".join(map(str, value)) if isinstance(value, tuple) else str(value).lower()
            parts += [key, re.sub(r"[^\w.]", "_", text)[:40]]
    if edge.strategy != "optimal":
        parts.append(edge.strategy)
    return "-".join(parts)


def sheet(edge: Edge) -> str:
    """The sheet for a rules submission, as a whole page."""
    title = f"{edge.game.title}: the house's edge"
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(edge.game.section)}, computed by croupier {version('croupier')} with</p>",
        f"<pre>{escape(command(edge))}</pre>",
        *_figures(edge),
        *_strategies(edge),
        *_plots(edge),
        *_ends(edge),
        *_rules(edge),
        f"<h2>Method</h2><p>{escape(METHOD[edge.game.key])}</p>",
        "<ul>",
        *(f"<li>{escape(note)}</li>" for note in edge.notes),
        *(f"<li>{escape(n)}</li>" for wager in edge.wagers.values() for n in wager.notes),
        "</ul>",
    ]
    return page(title, parts, style=STYLE)


def command(edge: Edge) -> str:
    """The `croupier edge` command that computes these figures again."""
    words = ["croupier edge", edge.game.key]
    usual, posted = (msgspec.to_builtins(msgspec.structs.asdict(s)) for s in _signs(edge))
    for key, value in posted.items():
        if value != usual[key]:
            text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
            words.append(f"--sign {key}={text}")
    if edge.strategy != "optimal":
        words.append(f"--strategy {edge.strategy}")
    if edge.players != 2:
        words.append(f"--players {edge.players}")
    if any(below_floor(edge.game, edge.sign)):
        words.append("--compare")
    return " ".join([*words, "--report ."])


def _signs(edge: Edge) -> tuple[TableSign, TableSign]:
    return edge.game.sign, edge.sign


def _percent(number: Fraction) -> str:
    return f"{100 * float(number):.4f}%"


def _exact(number: Fraction) -> str:
    """A fraction: a line may end behind its stroke, never within a number that fits."""
    return f'<br><span class="exact">{str(number).replace("/", "/<wbr>")}</span>'


def _figures(edge: Edge) -> Iterator[str]:
    yield "<h2>Figures</h2><table><thead><tr><th>wager</th><th>house edge</th>"
    yield "<th>element of risk</th><th>average wager</th><th>standard deviation</th></tr></thead>"
    for wager in edge.wagers.values():
        yield (
            f"<tr><td>{escape(wager.name)}</td>"
            f"<td>{_percent(wager.house_edge)}{_exact(wager.house_edge)}</td>"
            f"<td>{_percent(wager.element_of_risk)}</td><td>{float(wager.average):.6f}</td>"
            f"<td>{wager.standard_deviation:.6f}</td></tr>"
        )
    yield "</table><p>In units of each wager; the ante stands for the whole game played with it."
    yield "A negative edge is the player's.</p>"


def _strategies(edge: Edge) -> Iterator[str]:
    ante = edge.wagers["ante"]
    yield f"<h2>Strategy</h2><p><b>{edge.strategy}</b>: {escape(ante.strategy.words)}.</p>"
    placed = ", ".join(f"{spot} {_percent(n)}" for spot, n in ante.strategy.places.items())
    yield f"<p>Folded {_percent(ante.strategy.folds)}; placed: {placed}.</p>"
    yield "<table><thead><tr><th>ways to play</th><th>house edge</th>"
    yield "<th>element of risk</th><th>average wager</th></tr></thead>"
    for name, words in STRATEGIES[edge.game.key].items():
        other = house_edge(edge.game, edge.sign, name, players=1).wagers["ante"]
        yield f"<tr><td><b>{name}</b>: {escape(words)}</td><td>{_percent(other.house_edge)}</td>"
        yield f"<td>{_percent(other.element_of_risk)}</td><td>{float(other.average):.4f}</td></tr>"
    yield "</table>"


def _ends(edge: Edge) -> Iterator[str]:
    yield "<h2>Every end</h2>"
    for wager in edge.wagers.values():
        yield f"<h3>{escape(wager.name)} wager</h3><table><thead><tr><th>end</th><th>net</th>"
        yield "<th>probability</th><th>adds</th></tr></thead>"
        for end in wager.ends:
            yield (
                f"<tr><td>{escape(end.words)}</td><td>{float(end.net):+,g}</td>"
                f"<td>{_often(wager, end.probability)}</td>"
                f"<td>{float(end.net * end.probability):+.6f}</td></tr>"
            )
        yield "</table>"


def _often(wager: Wager, probability: Fraction) -> str:
    if wager.trials:
        error = (float(probability * (1 - probability)) / wager.trials) ** 0.5
        return f'{float(probability):.5f}<br><span class="exact">± {error:.5f}</span>'
    return f"{float(probability):.8f}{_exact(probability)}"


def _rules(edge: Edge) -> Iterator[str]:
    yield '<h2>Rules in force</h2><table class="rules">'
    for entry in paysheet(edge.game, edge.sign):
        if entry.kind == "heading":
            yield f'<tr><th colspan="2">{escape(entry.words)}</th></tr>'
        else:
            yield f"<tr><td>{escape(DOTS.sub(': ', entry.words))}</td>"
            yield f"<td>{escape(entry.clause)}</td></tr>"
    yield "</table>"


# --- plots -------------------------------------------------------------------------------------


def _figure(plot: str, caption: str) -> str:
    return f"<figure>{plot}<figcaption>{escape(caption)}</figcaption></figure>"


def _plots(edge: Edge) -> Iterator[str]:
    yield "<h2>Plots</h2>"
    ante = edge.wagers["ante"]
    if edge.game.key == "texas-holdem-bonus":
        folded = set(ante.strategy.folded)
        cells = {n: Cell(n, float(v), n in folded) for n, v in ante.values.items()}
        yield _figure(chart(cells), "What each starting hand is worth, in antes, when it is played")
    yield _figure(_by_hand(edge, ante), "Value by hand, the weakest first, each as often as dealt")
    yield _figure(*_spread(ante))
    for caption, items in _choices(edge):
        yield _figure(bars(items), caption)
    if "progressive" in edge.wagers:
        yield _figure(_meter(edge), "House edge of the progressive dollar against the meter")


def _by_hand(edge: Edge, ante: Wager) -> str:
    """Every dealt hand from the weakest to the strongest, and the cost of a fold."""
    weight = _weights(edge, ante)
    worth = sorted((value, weight[name]) for name, value in ante.values.items())
    total, passed, points = sum(weight.values()), 0, []
    for value, count in worth:
        points.append((passed / total, float(value)))
        passed += count
        points.append((passed / total, float(value)))
    tens = [(share / 10, f"{10 * share}%") for share in range(0, 11, 2)]
    fold = (-1.0, "a fold costs the ante")
    return line(points, across="of all hands dealt", up="antes", x_words=tens, level=fold)


def _weights(edge: Edge, ante: Wager) -> dict[str, int]:
    """How many hands each name stands for."""
    match edge.game.key:
        case "texas-holdem-bonus":
            return {name: {"s": 4, "o": 12}.get(name[2:], 6) for name in ante.values}
        case "flop-poker":
            return flop.weights(edge.game, edge.sign)
        case _:
            return dict.fromkeys(ante.values, 1)


def _spread(wager: Wager) -> tuple[str, str]:
    """How often each net result comes; rare ones are drawn by powers of ten."""
    by_net: dict[Fraction, Fraction] = {}
    for end in wager.ends:
        by_net[end.net] = by_net.get(end.net, Fraction(0)) + end.probability
    items = [
        Bar(f"{float(net):+,g}", float(share) * (1 if net >= 0 else -1), _share(share))
        for net, share in sorted(by_net.items(), reverse=True)
    ]
    rare = min(by_net.values()) < Fraction(1, 500)
    caption = "How the ante with its later wagers ends, by net result in antes"
    return bars(items, logarithmic=rare), caption + (" (bars by powers of ten)" if rare else "")


def _share(share: Fraction) -> str:
    percent = 100 * float(share)
    return f"{percent:.3f}%" if percent >= 0.01 else f"{percent:.2g}%"


def _choices(edge: Edge) -> Iterator[tuple[str, list[Bar]]]:
    """The edge against what the house may elect or post."""

    def bar(name: str, wager: str, **posted: object) -> Bar:
        sign = replace(edge.sign, **posted)
        found = house_edge(edge.game, sign, edge.strategy, players=1).wagers[wager].house_edge
        return Bar(name, float(found), _percent(found))

    match edge.game.key:
        case "texas-holdem-bonus":
            items = [bar(f"{e} or higher", "ante", ante_threshold=e) for e in thb.ELECTIONS]
            yield "House edge of the ante by the hand that the house elects", items
            items = [bar("as posted", "bonus")]
            items += [bar(f"aces v aces {n:,}", "bonus", aces_v_aces=n) for n in (1000, 2500, 5000)]
            items += _raised(edge, "bonus", bar)
            yield (
                "House edge of the bonus: as posted, with a supplement, one line paying more",
                items,
            )
        case "flop-poker":
            items = [bar("as posted", "ante"), *_raised(edge, "flop", bar)]
            yield "House edge of the ante: as posted, and when one line pays one more", items
        case _:
            items = [bar(f"table {n}", "pair up", pair_up_table=n) for n in (1, 2, 3)]
            yield "House edge of the pair up wager by its table", items


def _raised(edge: Edge, spot: str, bar: object) -> list[Bar]:
    assert callable(bar)
    table, lines = lines_of(on_table(edge.game, spot), edge.sign)
    found = []
    for place, entry in enumerate(lines):
        odds = [one.odds or 0 for one in lines]
        odds[place] += 1
        name = f"{entry.hand} {odds[place]:,}"
        wager = "ante" if spot == "flop" else spot
        found.append(bar(name, wager, **{table.key: tuple(odds)}))
    return found


def _meter(edge: Edge) -> str:
    """The edge from an empty meter to well beyond where it breaks even; a straight line."""
    even = edge.wagers["progressive"].more.get("break_even_meter")
    most = int(max(2 * (even or 0), edge.sign.progressive_meter, 100_000_00))
    folded = edge.wagers["ante"].strategy.folded
    points = []
    for step in range(41):
        sign = replace(edge.sign, progressive_meter=Chips(most * step // 40))
        wager = thb.progressive(sign, thb.starts(), folded)
        points.append((sign.progressive_meter / 100, 100 * float(wager.house_edge)))
    words = [(most * n / 400, money(Chips(most * n // 4 // 100 * 100))) for n in range(5)]
    mark = (float(even) / 100, f"breaks even at {money(Chips(int(even)))}") if even else None
    return line(points, across="meter", up="house edge, %", x_words=words, mark=mark)
