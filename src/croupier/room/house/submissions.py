"""Questions about what the house has submitted, and what of it is approved (POKER 14(a), 15(r))."""

from msgspec.structs import replace

from croupier.chips import Chips, money
from croupier.refused import Refused
from croupier.room.house.staffing import is_staffed
from croupier.room.house.state import House, RakeRules, RakeType
from croupier.rules.game import Game
from croupier.rules.irregular import supplemented
from croupier.rules.revenue import Increments, Percentage
from croupier.rules.sign import TableSign


def check_rake(game: Game, sign: TableSign, house: House) -> None:
    """Refuse to run a table on a rake that the house has no approval for.

    BBC knows no submission: there the sign at the table is all (BBC rev-sign).
    """
    if not game.document.approves_rake or (sign.rake is None and sign.time_charge is None):
        return
    version = house.submissions.in_force
    if version is None:
        raise Refused("POKER 14(a)", "rake rules of the house must be approved first, on the floor")
    rules, which = version.rules, f"the approved rake rules (version {version.number})"
    if sign.rake is not None:
        if sign.rake not in rules.methods:
            raise Refused("POKER 14(a)(2)", f"{which} do not include this way to calculate a rake")
        if sign.rake_max > rules.maximum:
            why = f"a rake of up to {money(sign.rake_max)} is above the {money(rules.maximum)} of"
            raise Refused("POKER 14(a)(3)", f"{why} {which}")
    if sign.time_charge is not None and sign.time_charge not in rules.time_charges:
        raise Refused("POKER 14(a)(2)", f"{which} do not include this time charge")


def rake_rules(sign: TableSign) -> RakeRules | None:
    """The submission that a sign would need, if it posts a rake at all."""
    methods = (sign.rake,) if sign.rake is not None else ()
    charges = (sign.time_charge,) if sign.time_charge is not None else ()
    rules = RakeRules(
        types=(),
        methods=methods,
        time_charges=charges,
        maximum=sign.rake_max if methods else Chips(0),
    )
    types = tuple(sorted(types_of(rules)))
    return replace(rules, types=types) if types else None


def check_supplement(house: House, name: str) -> None:
    """Refuse what would rest on a supplement that is not approved."""
    supplement = house.submissions.supplements.get(name)
    if supplement is None or not supplement.approval:
        raise Refused(
            "POKER 15(r)", f"the supplement {name!r} is not approved, so it has no effect"
        )


def check_posted(sign: TableSign, house: House) -> None:
    """Refuse a sign that claims an approval which no supplement of the house has, or lacks one."""
    approved = {one.approval for one in house.submissions.supplements.values()}
    for posted in sign.supplements:
        if posted.approval and posted.approval not in approved:
            why = f"the house has no supplement with the approval {posted.approval!r}"
            raise Refused("POKER 15(r)", why)
    if sign.show_all_in and is_staffed(house) and not supplemented(sign, "show_all_in"):
        why = "to turn up hands before the showdown, post an approved supplement `show_all_in`"
        raise Refused("POKER 15(r)", why)


def types_of(rules: RakeRules) -> set[RakeType]:
    """The types that the methods of a submission amount to."""
    names: dict[type, RakeType] = {Percentage: "percentage", Increments: "increments"}
    used = {names[type(method)] for method in rules.methods}
    return used | {"time"} if rules.time_charges else used
