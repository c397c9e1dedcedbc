"""What outlives a round: tables and the house, each with its own log.

Every part is a package with the same few files: `state`, `orders` (what can be ordered, and the
facts that each order leads to), `facts`, `decide` (questions that several orders ask) and
`evolve` (how facts change the state). `logbook.py` has what they share.
"""
