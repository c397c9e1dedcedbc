"""The standard submission of a card room: what its first supervisor declares approved at set-up.

A table of a card room posts only what the Commission approved. The dealer of virtual tables, the
cover card, the area and the usual elections of every game are filed with the set-up, and their
approval is recorded on the word of the person who set the room up; anything else is filed later.
"""

from croupier.games import PLAYER_BANKED
from croupier.room.house.filings import FILED_GAMES, RecordApproval, SubmitRules
from croupier.room.house.people import Actor
from croupier.room.logbook import Order
from croupier.server.service import Service

REFERENCE = "standard submission, declared at set-up"
STANDARD = {
    "automated dealer": "the automated dealer of this software, for every virtual table",
    "cover card": "one opaque cover card of another color than the backs",
    "poker area": "the virtual tables of this room",
}


async def file_standard(service: Service, by: Actor) -> None:
    """File what every table of a card room needs, and record its approval."""
    filed = [SubmitRules(subject=subject, words=words) for subject, words in STANDARD.items()]
    filed += [
        SubmitRules(subject=game.key, sign=game.sign)
        for game in PLAYER_BANKED.values()
        if game.section in FILED_GAMES
    ]
    for says in filed:
        await service.house.ask(Order(service.clock(), by, says))
        number = len(service.house.state.submissions.of(says.subject))
        at = service.clock()
        approved = RecordApproval(
            subject=says.subject, number=number, reference=REFERENCE, on=at.date()
        )
        await service.house.ask(Order(at, by, approved))
