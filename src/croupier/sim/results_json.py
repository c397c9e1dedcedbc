"""What a simulation found, as JSON and as CSV: every simulated number with its error."""

import csv
from collections.abc import Iterator
from fractions import Fraction
from io import StringIO
from math import sqrt
from typing import Any

import msgspec

from croupier.odds.equity import Figure
from croupier.odds.wagers import Wager
from croupier.sim.results import Account, Flow, Results


def as_json(found: Results) -> dict[str, Any]:
    """The shape that scripts may rely on; every simulated number has its error and its trials."""
    plan = found.plan
    fields: dict[str, Any] = {
        "game": plan.game,
        "sign": msgspec.structs.asdict(plan.sign),
        "way": plan.way,
        "players": plan.players,
        "rounds": found.rounds,
        "seed": plan.seed,
        "pace": found.pace,
        "sha256": found.sha256,
    }
    if plan.way in ("engine", "fast"):
        fields |= {"bots": list(plan.bots), "stack": plan.stack}
    if plan.way == "bank":
        fields |= {"strategy": plan.strategy, "placed": dict(plan.wagers)}
    if found.house is not None:
        fields["seats"] = [_seat(found, seat) for seat in found.seats]
        fields["house"] = _as_account(found.house) | {
            "accounts": {name: _flow(flow) for name, flow in found.flows.items()}
        }
    if found.pot:
        fields["pot"] = found.pot.as_json()
    if found.spots:
        fields["spots"] = {
            name: {
                "placed": spot.placed,
                "wagered": spot.wagered,
                "house": _whole(spot.house),
                "hold": spot.hold.as_json(),
            }
            for name, spot in found.spots.items()
        }
    if found.wagers:
        fields["wagers"] = {name: _wager(wager) for name, wager in found.wagers.items()}
    if found.made:
        fields["made"] = _shares(found.made)
        fields["won_with"] = _shares(found.won_with)
    fields["faults"] = [
        {
            "seat": seat,
            "bot": plan.bots[seat - 1],
            "kind": kind,
            "count": number,
            "messages": found.messages.get(seat, {}),
        }
        for (seat, kind), number in found.faults.items()
    ]
    return fields


def _shares(by_share: dict[str, dict[str, Figure]]) -> dict[str, dict[str, Any]]:
    return {
        share: {kind: figure.as_json() for kind, figure in kinds.items()}
        for share, kinds in by_share.items()
    }


def _seat(found: Results, seat: int) -> dict[str, Any]:
    fields: dict[str, Any] = {"seat": seat}
    if found.plan.bots:
        fields["bot"] = found.plan.bots[seat - 1]
    fields |= _as_account(found.seats[seat])
    if seat in found.won:
        fields["won"] = found.won[seat].as_json()
    return fields


def _as_account(account: Account) -> dict[str, Any]:
    return {
        "total": _whole(account.total),
        "net": account.net.as_json(),
        "hour": account.hour.as_json(),
        "standard_deviation": account.deviation,
    }


def _flow(flow: Flow) -> dict[str, Any]:
    fields = {"in": flow.came, "out": flow.went, "hits": flow.hits.as_json()}
    return _as_account(flow.account) | fields | {"rounds_between": flow.rounds_between}


def _whole(number: Fraction) -> int | float:
    """Cents; parts of one only where a pot was shared unevenly, its odd chips put aside."""
    return int(number) if number.denominator == 1 else float(number)


def _wager(wager: Wager) -> dict[str, Any]:
    error = wager.standard_deviation / sqrt(wager.trials)
    average = float(wager.average)

    def figure(value: Fraction, by: float = 1.0) -> dict[str, Any]:
        return {"value": float(value), "error": error / by, "trials": wager.trials}

    return {
        "ev": figure(wager.ev),
        "house_edge": figure(wager.house_edge),
        "element_of_risk": figure(wager.element_of_risk, average),
        "average_wager": average,
        "standard_deviation": {
            "value": wager.standard_deviation,
            "error": wager.deviation_error if wager.variance else 0.0,
            "trials": wager.trials,
        },
        "ends": [
            {
                "words": end.words,
                "net": float(end.net),
                "probability": _chance(end.probability, wager.trials),
            }
            for end in wager.ends
        ],
    }


def as_csv(found: Results) -> str:
    """The results as CSV: a line for every number, with its error and trials."""
    out = StringIO()
    lines = csv.writer(out, lineterminator="\n")
    lines.writerow(["section", "name", "figure", "value", "error", "trials"])
    fields = as_json(found)
    for field in ("game", "players", "rounds", "seed", "pace", "sha256"):
        lines.writerow(["plan", "", field, fields[field], "", ""])
    for seat in fields.get("seats", ()):
        name = " ".join(str(part) for part in (seat.pop("seat"), seat.pop("bot", "")) if part)
        lines.writerows(_rows("seat", name, seat))
    house = fields.get("house", {})
    for name, account in house.pop("accounts", {}).items():
        lines.writerows(_rows("account", name, account))
    lines.writerows(_rows("house", "", house))
    for section in ("spots", "wagers", "made", "won_with"):
        for name, figures in fields.get(section, {}).items():
            lines.writerows(_rows(section, name, figures))
    for fault in fields["faults"]:
        name = f"{fault['seat']} {fault['bot']}"
        lines.writerow(["fault", name, fault["kind"], fault["count"], "", ""])
    return out.getvalue()


def _rows(section: str, name: str, figures: dict[str, Any]) -> Iterator[list[Any]]:
    for figure, value in figures.items():
        if isinstance(value, dict):
            error, trials = value.get("error", ""), value.get("trials", "")
            yield [section, name, figure, value["value"], error, trials]
        elif isinstance(value, list):
            for end in value:
                chance = end["probability"]
                words = f"{end['words']} ({end['net']:+g})"
                yield [section, name, words, chance["value"], chance["error"], chance["trials"]]
        else:
            yield [section, name, figure, "" if value is None else value, "", ""]


def _chance(share: Fraction, trials: int) -> dict[str, Any]:
    error = sqrt(share * (1 - share) / trials)
    return {"value": float(share), "error": error, "trials": trials}
