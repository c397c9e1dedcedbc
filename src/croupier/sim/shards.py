"""One shard of a simulation, whichever way it is played: what every worker is asked for."""

from croupier.sim.bank_shards import check_bank, check_wagers, play_bank
from croupier.sim.cards_only import check_cards, deal_cards
from croupier.sim.fast_session import check_fast, play_fast
from croupier.sim.plan import Plan, check
from croupier.sim.session import play_session
from croupier.sim.tally import Tally


def play_shard(plan: Plan, shard: int) -> Tally:
    """Play a shard; the same whole numbers whenever, wherever and however often it is played."""
    match plan.way:
        case "engine":
            return play_session(plan, shard)
        case "fast":
            return play_fast(plan, shard)
        case "bank":
            return play_bank(plan, shard)
        case "cards":
            return deal_cards(plan, shard)


def checked(plan: Plan) -> Plan:
    """Refuse a plan that cannot be played."""
    check(plan)
    match plan.way:
        case "engine":
            if plan.wagers:
                check_wagers(plan)
            return plan
        case "fast":
            return check_fast(plan)
        case "bank":
            return check_bank(plan)
        case "cards":
            return check_cards(plan)
