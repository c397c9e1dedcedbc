"""What tables and players are called on a page, and of which kind a table is."""

from croupier.rules.game import Game
from croupier.rules.steps import Draw

BOT = " (bot)"  # ends the name of every bot; no account can be called so


def table_name(name: str, game: Game) -> str:
    """What screens call a table: its game if it is named after it, else its name.

    >>> from croupier.games import GAMES
    >>> [table_name(name, GAMES["holdem"]) for name in ("holdem", "no-limit-holdem-2", "7")]
    ["Hold'em", "No-limit hold'em 2", 'Table 7']
    """
    before, key, number = name.partition(game.key)
    if not key or (before and not before.endswith("-")) or (number and number[0] != "-"):
        return f"Table {name}"
    called = f"{before[:-1].capitalize()} {game.title}" if before else game.heading
    return f"{called} {number[1:]}".strip()


def label_of(name: str, game: Game) -> str:
    """A table among others in a list: always by its game, then by what tells it apart.

    >>> from croupier.games import GAMES
    >>> [label_of(name, GAMES["holdem"]) for name in ("holdem", "no-limit-holdem-2", "7")]
    ["Hold'em", "No-limit hold'em 2", "Hold'em 7"]
    """
    called = table_name(name, game)
    return called if called != f"Table {name}" else f"{game.heading} {name}"


def player_name(person: str) -> str:
    """A player's name on the screen, for a bot without the mark of its account.

    >>> player_name("Ada"), player_name("Ben (bot)")
    ('Ada', 'Ben')
    """
    return person.removesuffix(BOT)


def is_bot(person: str) -> bool:
    """Whether a player on the screen is a bot."""
    return person.endswith(BOT)


def family(game: Game) -> str:
    """The kind of table a game needs.

    >>> from croupier.games import GAMES
    >>> [family(GAMES[key]) for key in ("omaha", "mambo-stud-hilo-6", "badugi", "flop-poker")]
    ['community', 'stud', 'draw', 'banked']
    """
    if game.banked:
        return "banked"
    if any(isinstance(step, Draw) for step in game.script):
        return "draw"
    return "community" if game.button else "stud"
