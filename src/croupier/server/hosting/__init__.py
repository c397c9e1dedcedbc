"""Private games: hosted by a player, joined by a link, settled by a ledger."""
