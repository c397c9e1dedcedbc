"""Chips and cash: the counter, fills and credits, drop boxes, the close of a day."""
