"""What a clause says, in a sentence or two of ours.

The shipped file is generated from the checklist, so that a screen can explain a citation without
the documents at hand.
"""

from functools import cache
from pathlib import Path

from msgspec import Struct, json

from croupier.clauses import Clause
from croupier.refused import Refused

SHIPPED = Path(__file__).with_name("paraphrases.json")
MOST = 6  # sentences for one citation


class Statement(Struct, frozen=True):
    """One statement of the checklist, the clauses it is drawn from, and its readings."""

    clauses: tuple[str, ...]
    title: str
    words: str
    example: str = ""
    readings: tuple[str, ...] = ()


class Lookup(Struct, frozen=True):
    """Everything that may be looked up."""

    statements: tuple[Statement, ...]
    readings: dict[str, str]
    sign: dict[str, str]


class Paraphrase(Struct, frozen=True):
    """What a citation says."""

    citation: str
    title: str
    words: tuple[str, ...]
    examples: tuple[str, ...] = ()
    readings: dict[str, str] = {}


def paraphrase(citation: str) -> Paraphrase:
    """Explain a clause, a reading, a key of the sign or a field.

    >>> paraphrase("POKER 10(i)").title, paraphrase("A-80").title
    ("Hold'em (high)", 'Our reading')
    """
    kind, _, rest = citation.partition(" ")
    lookup = _lookup()
    if kind == "SIGN":
        words = lookup.sign.get(rest, "")
        said = f"What this table's sign posts as {rest.replace('_', ' ')}."
        return Paraphrase(citation, "The sign of the table", (said, *([words] if words else [])))
    if kind == "FIELD":
        return Paraphrase(citation, "What was sent", (f"The field {rest} of the request.",))
    if citation in lookup.readings:
        return Paraphrase(citation, "Our reading", (lookup.readings[citation],))
    return _of_clause(Clause.parse(citation), lookup)


def _of_clause(clause: Clause, lookup: Lookup) -> Paraphrase:
    """The statements of the clause and its parts, else of the clause above it."""
    found = _under(clause)
    above = clause
    while not found and (above.path or above.name):
        above = Clause(above.document, above.section, () if above.name else above.path[:-1])
        found = _under(above)
    if not found:
        raise Refused(
            "FIELD clause", f"{str(clause)[:40]} has no text of its own: name one of its parts"
        )
    cited = {key: lookup.readings[key] for one in found for key in one.readings}
    return Paraphrase(
        str(clause),
        found[0].title,
        tuple(dict.fromkeys(one.words for one in found)),
        tuple(dict.fromkeys(one.example for one in found if one.example)),
        cited,
    )


def _under(clause: Clause) -> list[Statement]:
    found = []
    for statement in _lookup().statements:
        if any(Clause.parse(one).is_under(clause) for one in statement.clauses):
            found.append(statement)
    exact = [one for one in found if str(clause) in one.clauses]
    return (exact or found)[:MOST]


@cache
def _lookup() -> Lookup:
    return json.decode(SHIPPED.read_bytes(), type=Lookup)
