"""The reports of a room, by name: `croupier report` lists them."""

from croupier.refused import Refused
from croupier.views.reports.definition import Kind
from croupier.views.reports.reports_bank import (
    BANKED_REPORT,
    CAGE_REPORT,
    METER_REPORT,
    POTS_REPORT,
)
from croupier.views.reports.reports_cage import (
    DAYS_REPORT,
    DROP_REPORT,
    FILLS_REPORT,
    INVENTORY_REPORT,
)
from croupier.views.reports.reports_floor import (
    ABSENCES_REPORT,
    DECKS_REPORT,
    IRREGULARITIES_REPORT,
    PURCHASES_REPORT,
    REMOVALS_REPORT,
)
from croupier.views.reports.reports_funds import (
    BOXES_REPORT,
    DISPLAYS_REPORT,
    FUNDS_REPORT,
    PAYOUTS_REPORT,
)
from croupier.views.reports.reports_openings import OPENINGS_REPORT
from croupier.views.reports.reports_revenue import (
    CLUB_REPORT,
    HANDS_REPORT,
    RAKE_REPORT,
    TIME_REPORT,
)

REPORTS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        HANDS_REPORT,
        RAKE_REPORT,
        TIME_REPORT,
        CLUB_REPORT,
        PURCHASES_REPORT,
        CAGE_REPORT,
        FILLS_REPORT,
        DROP_REPORT,
        INVENTORY_REPORT,
        DAYS_REPORT,
        BOXES_REPORT,
        FUNDS_REPORT,
        PAYOUTS_REPORT,
        DISPLAYS_REPORT,
        BANKED_REPORT,
        METER_REPORT,
        POTS_REPORT,
        DECKS_REPORT,
        ABSENCES_REPORT,
        IRREGULARITIES_REPORT,
        REMOVALS_REPORT,
        OPENINGS_REPORT,
    )
}


def report_named(name: str) -> Kind:
    """The report of this name, or a refusal that lists them all."""
    if name not in REPORTS:
        raise Refused("FIELD report", f"there is no report {name!r}: {', '.join(REPORTS)}")
    return REPORTS[name]
