"""The text formats of poker sites, one file each, over the same few helpers."""
