"""How facts change the house, and its log written and read back."""

from collections.abc import Iterable
from functools import reduce
from operator import or_

from msgspec.structs import replace

from croupier.room.cage.evolve import CAGE
from croupier.room.cage.ledger import post
from croupier.room.cage.lots import LOTS
from croupier.room.custody.evolve import DISTRIBUTION
from croupier.room.funds.evolve import FUNDS
from croupier.room.house.evolve_games import GAMES
from croupier.room.house.facts import (
    CodeUsed,
    ExclusionLifted,
    FactorDropped,
    FactorKept,
    HouseSetUp,
    OpeningAsked,
    OpeningDenied,
    OpeningGranted,
    PlayerExcluded,
    PolicyChanged,
    RakeRulesApproved,
    RakeRulesSubmitted,
    RetentionPosted,
    RulesApproved,
    RulesSubmitted,
    SupplementApproved,
    SupplementSubmitted,
    TemplateDropped,
    TemplateKept,
)
from croupier.room.house.state import (
    Exclusions,
    Factor,
    House,
    Opening,
    Openings,
    Retention,
    Submissions,
    Supplement,
    Template,
    Version,
    place,
)
from croupier.room.logbook import Entry, Evolvers, HouseFact, entry_codec, within
from croupier.room.seating.evolve import WAITING

# --- what the room is ------------------------------------------------------------------------


def _set_up(house: House, entry: Entry[HouseSetUp]) -> House:
    fact = entry.fact
    return replace(
        house,
        is_set_up=True,
        kind=fact.kind,
        name=fact.name,
        zone=fact.zone,
        day_starts=fact.day_starts,
        registration=fact.registration,
        second_factor=fact.second_factor,
    )


def _policy(house: House, entry: Entry[PolicyChanged]) -> House:
    fact = entry.fact
    return replace(house, registration=fact.registration, second_factor=fact.second_factor)


def _retention(house: House, entry: Entry[RetentionPosted]) -> House:
    return replace(house, retention=Retention(entry.fact.days, entry.fact.files))


Factors = dict[str, tuple[Factor, ...]]


def _factor_kept(factors: Factors, entry: Entry[FactorKept]) -> Factors:
    fact = entry.fact
    kept = Factor(fact.id, fact.kind, fact.label, fact.secret, entry.at, fact.used)
    return factors | {fact.person: (*factors.get(fact.person, ()), kept)}


def _code_used(factors: Factors, entry: Entry[CodeUsed]) -> Factors:
    fact = entry.fact
    mine = factors[fact.person]
    used = [replace(one, used=fact.used) if one.id == fact.id else one for one in mine]
    return factors | {fact.person: tuple(used)}


def _factor_dropped(factors: Factors, entry: Entry[FactorDropped]) -> Factors:
    fact = entry.fact
    return factors | {fact.person: tuple(one for one in factors[fact.person] if one.id != fact.id)}


# --- submissions -----------------------------------------------------------------------------


def _submitted(papers: Submissions, entry: Entry[RakeRulesSubmitted]) -> Submissions:
    return replace(papers, rake=(*papers.rake, Version(entry.fact.number, entry.fact.rules)))


def _approved(papers: Submissions, entry: Entry[RakeRulesApproved]) -> Submissions:
    fact = entry.fact
    rake = tuple(
        replace(version, approval=fact.reference) if version.number == fact.number else version
        for version in papers.rake
    )
    return replace(papers, rake=rake)


def _supplement_submitted(papers: Submissions, entry: Entry[SupplementSubmitted]) -> Submissions:
    return _kept(papers, Supplement(entry.fact.name, entry.fact.words))


def _supplement_approved(papers: Submissions, entry: Entry[SupplementApproved]) -> Submissions:
    submitted = papers.supplements[entry.fact.name]
    return _kept(papers, replace(submitted, approval=entry.fact.reference))


def _filed(papers: Submissions, entry: Entry[RulesSubmitted]) -> Submissions:
    return replace(papers, filed=(*papers.filed, entry.fact.filing))


def _filing_approved(papers: Submissions, entry: Entry[RulesApproved]) -> Submissions:
    fact = entry.fact
    filed = tuple(
        replace(one, approval=fact.reference, on=fact.on.isoformat())
        if (one.subject, one.number) == (fact.subject, fact.number)
        else one
        for one in papers.filed
    )
    return replace(papers, filed=filed)


def _kept(papers: Submissions, supplement: Supplement) -> Submissions:
    return replace(papers, supplements=papers.supplements | {supplement.name: supplement})


# --- exclusions ------------------------------------------------------------------------------


def _excluded(kept: Exclusions, entry: Entry[PlayerExcluded]) -> Exclusions:
    slip = entry.fact.slip
    return replace(kept, out=kept.out | {slip.person: slip})


def _lifted(kept: Exclusions, entry: Entry[ExclusionLifted]) -> Exclusions:
    person = entry.fact.person
    out = {name: slip for name, slip in kept.out.items() if name != person}
    return Exclusions(out, kept.lifted | {person: entry.at})


# --- hidden cards ----------------------------------------------------------------------------


def _asked(openings: Openings, entry: Entry[OpeningAsked]) -> Openings:
    fact = entry.fact
    found = Opening(
        table=fact.table,
        line=fact.line,
        round=fact.round,
        reason=fact.reason,
        asked_by=entry.by,
        asked_at=entry.at,
    )
    return openings | {place(fact.table, fact.line): found}


def _answered(openings: Openings, entry: Entry[OpeningGranted] | Entry[OpeningDenied]) -> Openings:
    key = place(entry.fact.table, entry.fact.line)
    granted = isinstance(entry.fact, OpeningGranted)
    found = replace(openings[key], answered_by=entry.by, answered_at=entry.at, granted=granted)
    return openings | {key: found}


# --- kept signs ------------------------------------------------------------------------------


def _template_kept(
    templates: dict[str, Template], entry: Entry[TemplateKept]
) -> dict[str, Template]:
    fact = entry.fact
    return templates | {fact.name: Template(fact.game, fact.sign)}


def _template_dropped(
    templates: dict[str, Template], entry: Entry[TemplateDropped]
) -> dict[str, Template]:
    return {name: kept for name, kept in templates.items() if name != entry.fact.name}


# --- the log ---------------------------------------------------------------------------------

_SUBMISSIONS: Evolvers[Submissions] = {
    RakeRulesSubmitted: _submitted,
    RakeRulesApproved: _approved,
    SupplementSubmitted: _supplement_submitted,
    SupplementApproved: _supplement_approved,
    RulesSubmitted: _filed,
    RulesApproved: _filing_approved,
}
_EXCLUSIONS: Evolvers[Exclusions] = {PlayerExcluded: _excluded, ExclusionLifted: _lifted}
_OPENINGS: Evolvers[Openings] = {
    OpeningAsked: _asked,
    OpeningGranted: _answered,
    OpeningDenied: _answered,
}
_TEMPLATES: Evolvers[dict[str, Template]] = {
    TemplateKept: _template_kept,
    TemplateDropped: _template_dropped,
}
_FACTORS: Evolvers[Factors] = {
    FactorKept: _factor_kept,
    CodeUsed: _code_used,
    FactorDropped: _factor_dropped,
}
EVOLVE: Evolvers[House] = {
    HouseSetUp: _set_up,
    PolicyChanged: _policy,
    RetentionPosted: _retention,
    **within("distribution", DISTRIBUTION),
    **within("waiting", WAITING),
    **within("funds", FUNDS),
    **within("cage", CAGE),
    **within("submissions", _SUBMISSIONS),
    **within("exclusions", _EXCLUSIONS),
    **within("openings", _OPENINGS),
    **within("factors", _FACTORS),
    **within("templates", _TEMPLATES),
    **within("games", GAMES),
}
AnyFact: object = reduce(or_, HouseFact.__subclasses__())
write_entry, read_entry = entry_codec(AnyFact)


def evolve(house: House, entry: Entry) -> House:
    """The house after one more line of its log."""
    if moves := getattr(entry.fact, "moves", ()):
        house = replace(house, accounts=post(house.accounts, moves))
    for change in (EVOLVE.get(type(entry.fact)), LOTS.get(type(entry.fact))):
        house = change(house, entry) if change else house
    return house


def replay(entries: Iterable[Entry]) -> House:
    """Fold a log back into its house."""
    return reduce(evolve, entries, House())
