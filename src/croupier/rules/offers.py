"""What a section lets a house elect; a sign that elects anything else is refused."""

from msgspec import Struct


class Offer(Struct, frozen=True, tag=True):
    """Something the section allows, with its clause."""

    clause: str


class Ante(Offer, frozen=True):
    """An ante from every player (`ante`)."""


class Blinds(Offer, frozen=True):
    """One or more blinds (`blinds`)."""

    most_per_player: int = 0  # 0: no ceiling; BBC: ten dollars of forced bets together


class ForcedBet(Offer, frozen=True):
    """A forced bet by up-card (`forced_bet`)."""


class Straddle(Offer, frozen=True):
    """One straddle before the cards (`straddle`)."""

    any_seat: bool = False


class Kill(Offer, frozen=True):
    """Kill or half-kill (`kill`, `kill_pot`, `kill_ends_on`)."""


class BombPot(Offer, frozen=True):
    """A bomb pot on one or two boards (`bomb_pot`, `bomb_boards`)."""


class RunTwice(Offer, frozen=True):
    """The last two players may run the rest twice (`run_twice`)."""


class OddChip(Offer, frozen=True):
    """The house names who gets the excess of a tie (`odd_chip`)."""


class OwnDiscards(Offer, frozen=True):
    """A reshuffle may bring back the drawer's own discards (`reshuffle_own_discards`)."""


class OpenerMustBet(Offer, frozen=True):
    """The opener of a later round must bet (`five_stud_opener_must_bet`)."""
