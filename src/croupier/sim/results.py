"""What a simulation found: means with their errors, for every seat, every wager and the house.

The hands of one round share the dealer's cards or the board, so that several players tell less than
as many rounds. Figures taken over all of them have the error of their rounds alone, which is never
too small.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import sqrt

from msgspec import Struct

from croupier.engine.progressive import METER_PERCENT
from croupier.odds.equity import Figure
from croupier.odds.wagers import Strategy, Wager, ends_of
from croupier.rules.banked import Choice
from croupier.sim.bank_shards import layout_of, scale
from croupier.sim.counters import LOSES
from croupier.sim.plan import Plan
from croupier.sim.tally import MESSAGE, Tally, digest

PACE = {True: 40, False: 30}  # rounds an hour: against the bank, and between players


class Account(Struct, frozen=True, kw_only=True):
    """What a seat or the house won, in cents: in all, per round, and per hour at the pace."""

    total: Fraction
    net: Figure
    hour: Figure
    deviation: float  # of one round


class Flow(Struct, frozen=True, kw_only=True):
    """One account of the house: what came in, what went out, and how often something did."""

    came: int
    went: int
    account: Account
    hits: Figure  # rounds in which it paid

    @property
    def rounds_between(self) -> float | None:
        """Rounds from one hit to the next."""
        return 1 / self.hits.value if self.hits.value else None


class Spot(Struct, frozen=True, kw_only=True):
    """One betting area: how often it was covered, with how much, and what the house kept of it."""

    placed: int
    wagered: int
    house: Fraction
    hold: Figure


class Results(Struct, frozen=True, kw_only=True):
    """Everything a simulation found."""

    plan: Plan
    rounds: int
    pace: int
    seats: dict[int, Account]
    won: dict[int, Figure]  # rounds a seat ended ahead
    house: Account | None
    flows: dict[str, Flow]
    spots: dict[str, Spot]
    wagers: dict[str, Wager]
    made: dict[str, dict[str, Figure]]  # by share: how often each kind of hand was made
    won_with: dict[str, dict[str, Figure]]  # and how often it won
    pot: Figure | None
    faults: dict[tuple[int, str], int]
    messages: dict[int, dict[str, int]]  # by seat: what a bot's failures said, and how often
    bins: dict[int, dict[str, int]]  # by seat: how many results fell into each bin
    sha256: str


def mean(total: int, squares: int, trials: int, unit: int = 1) -> Figure:
    """The mean of a tally and its standard error.

    >>> mean(10, 100, 10)
    Figure(value=1.0, exact=None, error=1.0, trials=10)
    """
    if trials < 2:
        return Figure(total / (unit * max(trials, 1)), trials=trials)
    spread = Fraction(squares, trials) - Fraction(total, trials) ** 2
    error = sqrt(spread / (trials - 1)) / unit
    return Figure(float(Fraction(total, trials * unit)), error=error, trials=trials)


def often(count: int, rounds: int, hands: int = 1) -> Figure:
    """The frequency of something in simulated hands, with its error.

    What never did has an error too, that of one round.
    """
    share = Fraction(count, rounds * hands)
    error = sqrt(share * (1 - share) / max(rounds - 1, 1))
    return Figure(float(share), error=max(error, 1 / rounds), trials=rounds)


def times(figure: Figure, number: int) -> Figure:
    """The figure multiplied, with its error."""
    return Figure(figure.value * number, error=figure.error * number, trials=figure.trials)


def results(plan: Plan, tally: Tally, pace: int | None = None) -> Results:
    """Read a tally as the answers to what was asked."""
    rounds = tally.get("rounds", 0)
    pace = PACE[plan.definition.banked] if pace is None else pace
    unit = scale(plan) if plan.way == "bank" else 1

    def account(name: str) -> Account:
        return _account(tally, name, rounds, unit, pace)

    cards = plan.way == "cards"
    numbers = () if cards else range(1, plan.players + 1)
    return Results(
        plan=plan,
        rounds=rounds,
        pace=pace,
        seats={seat: account(f"seat {seat}") for seat in numbers},
        won={
            seat: often(tally.get(f"seat {seat} won", 0), rounds)
            for seat in numbers
            if plan.way in ("engine", "fast")
        },
        house=None if cards else account("house"),
        flows=_meter(plan, tally, pace)
        if plan.way == "bank"
        else dict(_flows(tally, rounds, pace)),
        spots=_bank_spots(plan, tally) if plan.way == "bank" else dict(_spots(tally, rounds)),
        wagers=_wagers(plan, tally) if plan.way == "bank" else {},
        made=_kinds(tally, "made", rounds, plan.players) if cards else {},
        won_with=_kinds(tally, "won", rounds, 1) if cards else {},
        pot=mean(tally["pot"], tally["pot squared"], rounds) if tally.get("pot") else None,
        faults=dict(_faults(tally)),
        messages=_messages(tally),
        bins={seat: _bins(tally, seat) for seat in numbers},
        sha256=digest(plan, tally),
    )


def _account(tally: Tally, name: str, rounds: int, unit: int, pace: int) -> Account:
    total, squares = tally.get(name, 0), tally.get(f"{name} squared", 0)
    net = mean(total, squares, rounds, unit)
    return Account(
        total=Fraction(total, unit),
        net=net,
        hour=times(net, pace),
        deviation=net.error * sqrt(max(rounds - 1, 0)),
    )


def _flows(tally: Tally, rounds: int, pace: int) -> Iterator[tuple[str, Flow]]:
    for key in tally:
        if key.startswith("account ") and key.endswith(" in"):
            name = key.removeprefix("account ").removesuffix(" in")
            yield (
                name,
                Flow(
                    came=tally[key],
                    went=tally.get(f"account {name} out", 0),
                    account=_account(tally, f"account {name}", rounds, 1, pace),
                    hits=often(tally[f"account {name} hits"], rounds),
                ),
            )


def _meter(plan: Plan, tally: Tally, pace: int) -> dict[str, Flow]:
    """How the progressive meter grows and is hit, its prizes reckoned at the posted meter."""
    sign, seats = plan.sign, range(1, plan.players + 1)
    came = went = hits = squares = 0
    for at, counter in enumerate(layout_of(plan).counters):
        if counter.wager != "progressive":
            continue
        number = sum(tally.get(f"end {seat} {at}", 0) for seat in seats)
        hit = counter.words in METER_PERCENT
        prize = sign.progressive_meter * METER_PERCENT[counter.words] // 100 if hit else 0
        kept = sign.progressive_prizes == "for" or counter.words == LOSES
        share = sign.progressive_share * kept
        came, went, hits = came + number * share, went + number * prize, hits + number * hit
        squares += number * (share - prize) ** 2
    if not came and not hits:
        return {}
    sums = {"meter": came - went, "meter squared": squares}
    account = _account(sums, "meter", tally["rounds"], 1, pace)
    return {"meter": Flow(came=came, went=went, account=account, hits=often(hits, tally["rounds"]))}


def _spots(tally: Tally, rounds: int) -> Iterator[tuple[str, Spot]]:
    """Spots of the real engine; what is wagered may differ from round to round."""
    for key in tally:
        if key.startswith("spot ") and key.endswith(" placed"):
            start = key.removesuffix(" placed")
            staked, kept = tally[f"{start} wagered"], tally[f"{start} house"]
            hold = Fraction(kept, staked)
            spread = (
                tally[f"{start} house squared"]
                - 2 * hold * tally[f"{start} product"]
                + hold**2 * tally[f"{start} wagered squared"]
            )
            together = max(1.0, tally[key] / rounds)
            error = sqrt(spread * together) / staked
            figure = Figure(float(hold), error=error, trials=tally[key])
            yield (
                start.removeprefix("spot "),
                Spot(placed=tally[key], wagered=staked, house=Fraction(kept), hold=figure),
            )


def _bank_spots(plan: Plan, tally: Tally) -> dict[str, Spot]:
    """Spots of the kernels, read from how often each end came up."""
    sums: dict[str, list[Fraction]] = {}
    for at, counter in enumerate(layout_of(plan).counters):
        number = sum(tally.get(f"end {seat} {at}", 0) for seat in range(1, plan.players + 1))
        chips = plan.wagers.get(counter.wager, 0)
        for part in counter.parts if counter.wager != "pot" else ():
            found = sums.setdefault(part.spot, [Fraction(0)] * 4)
            kept = -part.net * chips
            found[0] += number
            found[1] += number * part.staked * chips
            found[2] += number * kept
            found[3] += number * kept**2
    spots = {}
    for name in sorted(sums, key=_in_order(plan)):
        placed, staked, kept, squares = sums[name]
        if not placed:
            continue
        each = staked / placed  # the same whenever the spot is covered
        spread = squares / placed - (kept / placed) ** 2
        together = max(1.0, float(placed / tally["rounds"]))
        error = sqrt(spread / placed * together) / float(each)
        figure = Figure(float(kept / staked), error=error, trials=int(placed))
        spots[name] = Spot(placed=int(placed), wagered=int(staked), house=kept, hold=figure)
    return spots


def _in_order(plan: Plan) -> Callable[[str], int]:
    """The place of a spot: those covered before the cards, then as the choices come."""
    places = [step.place for step in plan.definition.script if isinstance(step, Choice)]
    order = ["ante", *places, *plan.wagers]
    return order.index


def _wagers(plan: Plan, tally: Tally) -> dict[str, Wager]:
    """Every wager as `croupier edge` has it, with simulated ends."""
    counters = layout_of(plan).counters
    found: dict[str, Wager] = {}
    for name in dict.fromkeys(counter.wager for counter in counters):
        ends = [
            (counter, sum(tally.get(f"end {s} {at}", 0) for s in range(1, plan.players + 1)))
            for at, counter in enumerate(counters)
            if counter.wager == name
        ]
        total = sum(number for _, number in ends)
        if not total:
            continue
        found[name] = Wager(
            name=name,
            ends=ends_of([(counter.words, counter.net, number) for counter, number in ends], total),
            average=Fraction(sum(counter.staked * number for counter, number in ends), total),
            strategy=Strategy(plan.strategy if name == "ante" else "none", ""),
            trials=tally["rounds"],
        )
    return found


def _kinds(tally: Tally, verb: str, rounds: int, hands: int) -> dict[str, dict[str, Figure]]:
    found: dict[str, dict[str, Figure]] = {}
    for key, number in tally.items():
        if key.startswith(f"{verb} "):
            _, share, kind = key.split(" ", 2)
            found.setdefault(share, {})[kind] = often(number, rounds, hands)
    return found


def _faults(tally: Tally) -> Iterator[tuple[tuple[int, str], int]]:
    for key in sorted(tally):
        if key.startswith("fault "):
            _, seat, kind = key.split()
            yield (int(seat), kind), tally[key]


def _messages(tally: Tally) -> dict[int, dict[str, int]]:
    """What failing bots said, by seat, and how often."""
    found: dict[int, dict[str, int]] = {}
    for key in sorted(tally):
        if key.startswith(MESSAGE):
            seat, _, words = key.removeprefix(MESSAGE).partition(" ")
            found.setdefault(int(seat), {})[words] = tally[key]
    return found


def _bins(tally: Tally, seat: int) -> dict[str, int]:
    start = f"seat {seat} bin "
    return {key.removeprefix(start): n for key, n in tally.items() if key.startswith(start)}
