"""A second set of books: follows a table's log line by line as plain JSON, and knows no engine.

Only chips that are seen to travel are counted. What Sections 14, 15, 16 and 19 say of money is
checked at the line that carries it out; `seen` counts what was there to check.
"""

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

Fact = dict[str, Any]
MAY_OWE = {"cage", "bank"}
HOUSE = ("rake", "inventory", "box", "drop")
ACTS = {"Called", "Raised", "Checked", "Folded", "Discarded", "Shown", "Mucked", "Chose", "Elected"}
BESIDE = {"TimeCharged", "TimeCollected", "Bought"}  # chips that travel, and not for the round


def seat_of(account: str) -> int:
    """The seat whose stack this is, or 0."""
    return int(account.removeprefix("stack:")) if account.startswith("stack:") else 0


@dataclass
class Dealt:
    """One round of play, as far as the log goes."""

    sign: Fact
    start: Counter[str]
    stacks: dict[int, int]
    banked: bool
    put: Counter[int] = field(default_factory=Counter)  # by seat, what it has in the pots
    stopped: dict[int, int] = field(default_factory=dict)  # by seat, all that then stood
    won: Counter[int] = field(default_factory=Counter)
    pots: set[int] = field(default_factory=set)  # that were awarded
    out: dict[int, str] = field(default_factory=dict)  # by seat, how it left the round
    settled: set[int] = field(default_factory=set)  # seats that played against the bank to an end
    shown: set[int] = field(default_factory=set)
    owners: dict[int, int] = field(default_factory=dict)
    placed: dict[int, dict[str, int]] = field(default_factory=dict)  # by position and spot
    undone: str = ""
    twice: bool = False


class RawBooks:
    """What the lines of one table's log amount to."""

    def __init__(self) -> None:
        self.accounts: Counter[str] = Counter()
        self.seen: Counter[str] = Counter()
        self.round: Dealt | None = None
        self.removed: dict[int, str] = {}  # by seat, who must go
        self.final: set[str] = set()  # disputes that the shift supervisor has decided

    def read(self, line: str) -> None:
        """Take one more line."""
        entry = json.loads(line)
        fact: Fact = entry["fact"]
        name = fact["type"]
        self.seen[name] += 1
        words = re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
        check = getattr(self, f"before_{words}", None)
        if check:
            check(fact, entry)
        self._carry(fact)
        if self.round is not None and name in ACTS:
            assert fact["seat"] not in self.round.out, f"{name} of a hand that is out"
            gone = fact["seat"] in self.removed and not self.round.banked
            assert not gone, f"{name} of a player who was removed"
        check = getattr(self, f"on_{words}", None)
        if check:
            check(fact)

    def _carry(self, fact: Fact) -> None:
        for source, target, chips in fact.get("moves", ()):
            assert chips > 0
            for account, change in ((source, -chips), (target, chips)):
                self.accounts[account] += change
                if self.round is not None and fact["type"] in BESIDE:
                    self.round.start[account] += change
                elif self.round is not None and (seat := seat_of(account)):
                    self.round.put[seat] -= change
            assert source in MAY_OWE or self.accounts[source] >= 0, f"{source} is overdrawn"
        assert sum(self.accounts.values()) == 0

    def gone_from(self, account: str) -> int:
        """What has left an account since the round began."""
        assert self.round is not None
        return self.round.start[account] - self.accounts[account]

    def taken(self) -> int:
        """What this round has given to the house so far."""
        return -sum(self.gone_from(account) for account in HOUSE)

    # --- a round begins and ends -----------------------------------------------------------------

    def on_round_opened(self, fact: Fact) -> None:
        stacks = {int(seat): chips for seat, chips in fact["stacks"].items()}
        assert not stacks.keys() & self.removed.keys(), "a removed player is dealt in"
        for seat, chips in stacks.items():
            assert self.accounts[f"stack:{seat}"] == chips
        banked = fact["game"] in ("texas-holdem-bonus", "flop-poker", "two-card-joker")
        self.round = Dealt(fact["sign"], self.accounts.copy(), stacks, banked)

    def on_round_closed(self, fact: Fact) -> None:
        played = self.round
        assert played is not None
        assert self.accounts["pot"] == 0
        assert self.gone_from("rake") == 0, "the rake area is emptied when the round is over"
        for seat, chips in fact["stacks"].items():
            assert self.accounts[f"stack:{seat}"] == chips
        if played.undone:
            assert self.accounts == played.start
        for seat, how in played.out.items():
            self._out_to_the_end(played, seat, how)
        for seat, stood in played.stopped.items():
            if seat not in played.out and not played.undone:
                self.seen["a capped seat"] += 1
                self.seen["a capped seat that won"] += bool(played.won[seat])
                assert played.won[seat] <= stood - self._borne(played, stood), "above the pot stood"
        self._house_takes_no_more_than_posted(played)
        self.round = None

    def _borne(self, played: Dealt, chips: int) -> int:
        """The least that so much of the pot gives to the house: all there is, or its part (A-89).

        By size each pot bears its part, and may be spared up to one chip that does not divide.
        """
        taken, unit = self.taken(), int(played.sign.get("unit", 1_00))
        if played.sign.get("rake_from") != "each_pot":
            return min(chips, taken)
        part = taken * chips // (sum(played.won.values()) + taken)
        return max(0, part - unit * len(played.pots))

    def _out_to_the_end(self, played: Dealt, seat: int, how: str) -> None:
        if how != "HandDead" and seat in played.stacks and seat not in played.owners.values():
            assert self.accounts[f"stack:{seat}"] == played.start[f"stack:{seat}"]

    def _house_takes_no_more_than_posted(self, played: Dealt) -> None:
        sign = played.sign
        most = sign.get("rake_max", 0)
        for players, tier in reversed(sign.get("rake_tiers", ())):
            most = tier if len(played.stacks) <= players else most
        raked = -self.gone_from("inventory")
        self.seen["raked"] += raked > 0
        assert 0 <= raked <= most * (2 if played.twice else 1), "a rake above its cap"
        assert 0 <= -self.gone_from("drop") <= sign.get("promo_drop", 0)
        posted = sign.get("bad_beat") or {}
        assert 0 <= -self.gone_from("box") <= posted.get("contribution_max", 0)

    def on_agreed(self, fact: Fact) -> None:
        assert self.round is not None
        self.round.twice = fact["twice"]

    def on_pot_awarded(self, fact: Fact) -> None:
        assert self.round is not None
        for _, target, chips in fact["moves"]:
            self.round.won[seat_of(target)] += chips
        self.round.pots.add(fact["pot"])

    def on_shown(self, fact: Fact) -> None:
        assert self.round is not None
        self.round.shown.add(fact["seat"])

    # --- rounds without a result -----------------------------------------------------------------

    def _undone(self, fact: Fact) -> None:
        """Every stack has its start value, and so has everything that was taken."""
        assert self.round is not None
        self.round.undone = fact["type"]
        self.seen[f"{fact['type']} {fact['kind']}"] += 1
        self.seen["undone with a rake taken"] += any(m[0] == "rake" for m in fact["moves"])
        assert self.accounts == self.round.start

    on_misdealt = on_called_dead = _undone

    def on_round_voided(self, fact: Fact) -> None:
        """What nobody has settled goes back, but for the wager that is saved."""
        played = self.round
        assert played is not None
        self.seen[f"RoundVoided {fact['kind']}"] += 1
        saved = fact["saves"]
        self.seen["a wager saved from a void"] += bool(saved)
        for seat in played.stacks:
            places = {seat, *(at for at, owner in played.owners.items() if owner == seat)}
            if places & (played.settled | played.out.keys()):
                continue
            held = sum(played.placed.get(at, {}).get(saved, 0) for at in places)
            assert self.gone_from(f"stack:{seat}") == held

    # --- hands that leave a round ----------------------------------------------------------------

    def before_hand_refunded(self, fact: Fact, entry: Fact) -> None:
        """Exactly what this seat put in comes back, to it and from nowhere but the pots."""
        played, seat = self.round, fact["seat"]
        assert played is not None
        assert sum(chips for _, _, chips in fact["moves"]) == played.put[seat]
        assert {target for _, target, _ in fact["moves"]} <= {f"stack:{seat}"}
        assert {source for source, _, _ in fact["moves"]} <= {"pot", "rake", "box", "drop"}
        self.seen[f"HandRefunded {fact['kind']}"] += 1

    def on_hand_refunded(self, fact: Fact) -> None:
        played, seat = self.round, fact["seat"]
        assert played is not None
        assert self.gone_from(f"stack:{seat}") == 0
        others = sum(chips for other, chips in played.put.items() if other != seat)
        assert self.accounts["pot"] + self.taken() == others, "what others put in is whole"
        self._leaves(fact)

    def on_hand_dead(self, fact: Fact) -> None:
        self.seen[f"HandDead {fact['kind']}"] += 1
        assert not fact.get("moves")
        self._leaves(fact)

    def on_hand_voided(self, fact: Fact) -> None:
        played, seat = self.round, fact["seat"]
        assert played is not None
        if not played.owners and seat not in played.settled:
            assert self.gone_from(f"stack:{seat}") == 0
        self._leaves(fact)

    def _leaves(self, fact: Fact) -> None:
        assert self.round is not None
        self.round.out[fact["seat"]] = fact["type"]

    def on_placed(self, fact: Fact) -> None:
        assert self.round is not None
        self.round.placed[fact["seat"]] = fact["spots"]
        if fact.get("owner"):
            self.round.owners[fact["seat"]] = fact["owner"]

    def on_settled(self, fact: Fact) -> None:
        assert self.round is not None
        self.round.settled.add(fact["seat"])

    # --- cards -----------------------------------------------------------------------------------

    def on_exposed(self, fact: Fact) -> None:
        self.seen[f"Exposed {fact['then']}"] += 1

    def on_card_removed(self, fact: Fact) -> None:
        self.seen[f"CardRemoved {fact.get('kind', 'face_up_card')}"] += 1

    def on_noted(self, fact: Fact) -> None:
        self.seen[f"Noted {fact['kind']}"] += 1

    def on_elected(self, fact: Fact) -> None:
        """A player who stops contends for the pot as it stands, and puts nothing more in."""
        played = self.round
        assert played is not None
        self.seen["stops" if fact["stops"] else "plays on"] += 1
        if fact["stops"]:
            played.stopped[fact["seat"]] = sum(played.put.values())

    def _bets(self, fact: Fact) -> None:
        assert self.round is not None
        assert fact["seat"] not in self.round.stopped, "a seat that stopped wagers"

    on_called = on_raised = _bets

    # --- people ----------------------------------------------------------------------------------

    def on_player_removed(self, fact: Fact) -> None:
        self.removed[fact["seat"]] = fact["slip"]["person"]
        self.seen["removed in a round"] += self.round is not None

    def before_removed_player_left(self, fact: Fact, entry: Fact) -> None:
        assert self.removed.pop(fact["seat"]) == fact["person"]
        assert sum(move[2] for move in fact["moves"]) == self.accounts[f"stack:{fact['seat']}"]

    def on_removed_player_left(self, fact: Fact) -> None:
        assert self.accounts[f"stack:{fact['seat']}"] == 0

    def on_seat_left(self, fact: Fact) -> None:
        assert self.accounts[f"stack:{fact['seat']}"] == 0
        self.removed.pop(fact["seat"], None)

    def before_dispute_ruled(self, fact: Fact, entry: Fact) -> None:
        shift = entry["by"][1] == "poker_shift_supervisor"
        assert shift or fact["dispute"] not in self.final, "a lower role speaks after the last word"
        assert fact["final"] == shift
        for seat, chips in fact["before"].items():
            assert self.accounts[f"stack:{seat}"] == chips
        self.seen["a final ruling"] += shift
        if shift:
            self.final.add(fact["dispute"])

    def on_dispute_ruled(self, fact: Fact) -> None:
        self.seen["a ruling that pays"] += bool(fact["moves"])
        for seat, chips in fact["after"].items():
            assert self.accounts[f"stack:{seat}"] == chips

    # --- jackpots --------------------------------------------------------------------------------

    def on_bad_beat_found(self, fact: Fact) -> None:
        """Only hands that were tabled lose or win one (POKER 19)."""
        played = self.round
        assert played is not None
        assert {fact["seat"], *fact["by"]} <= played.shown - played.out.keys()
        assert fact["seat"] not in fact["by"]


class RawHouse:
    """What the lines of the house's log amount to: who got how much of which fund."""

    def __init__(self) -> None:
        self.accounts: Counter[str] = Counter()
        self.seen: Counter[str] = Counter()

    def read(self, line: str) -> None:
        """Take one more line."""
        fact: Fact = json.loads(line)["fact"]
        self.seen[fact["type"]] += 1
        if fact["type"] == "BadBeatAwarded":
            self._shares(fact)
        for source, target, chips in fact.get("moves", ()):
            assert chips > 0
            self.accounts[source] -= chips
            self.accounts[target] += chips
            assert source in MAY_OWE or self.accounts[source] >= 0, f"{source} is overdrawn"

    def _shares(self, fact: Fact) -> None:
        """Half to the loser, a quarter to the winner, a quarter to the others; no cent is left."""
        held, slip, got = self.accounts[f"fund:{fact['name']}"], fact["slip"], fact["shares"]
        assert sum(got.values()) == held
        for people in (slip["winners"], slip["others"]):
            for person in people:
                assert got.get(person, 0) == held // 4 // len(people)
        self.seen["a jackpot paid"] += held > 0
