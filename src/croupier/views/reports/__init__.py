"""Totals by table, shift, day, week, month and year, and the pages that show them."""
