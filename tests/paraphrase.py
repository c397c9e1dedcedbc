"""Reads the checklist's statements for the screens that explain a citation.

python -m tests.paraphrase --write   renew src/croupier/paraphrases.json
"""

import re
import sys
from collections.abc import Iterator

from msgspec import json

from croupier.paraphrases import Lookup, Statement
from tests.checklist import _IDS, CHECKLIST, ROOT, _lines, checklist

SHIPPED = ROOT / "src" / "croupier" / "paraphrases.json"


def build() -> Lookup:
    text = CHECKLIST.read_text(encoding="utf-8")
    readings = dict(re.findall(r"^- \*\*(A-\d\d)\*\* (.+)$", text, re.MULTILINE))
    return Lookup(
        statements=tuple(_statements(text)),
        readings={key: _plain(words) for key, words in readings.items()},
        sign=_sign(text),
    )


def _statements(text: str) -> Iterator[Statement]:
    titles = dict(re.findall(r"^#{2,3} (\d+(?:\.\d+)?)\.? (.+)$", text, re.MULTILINE))
    items = checklist().items
    for _, part, words in _lines(text):
        found = list(_IDS.finditer(words))
        ends = [one.start() for one in found[1:]] + [len(words)]
        for one, end in zip(found, ends, strict=True):
            said = words[one.end() : end].strip().removeprefix("⚠").strip(" —·;.")
            said, _, example = said.partition("*Ex:*")
            cited = tuple(re.findall(r"A-\d\d", words[one.end() : end]))
            if len(_plain(said)) < 3:
                continue
            yield Statement(
                clauses=tuple(str(items[key].clause) for key in one[1].split(" · ")),
                title=_plain(titles.get(part, part)),
                words=_plain(said),
                example=_plain(example),
                readings=tuple(key for key in cited if key in checklist().readings),
            )


def _sign(text: str) -> dict[str, str]:
    """The rows of the register, by the sign key that their first column names."""
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \| [^|]+ \|$", text, re.MULTILINE)
    known = {key.replace("_", " "): key for key in checklist().sign_keys}
    return {
        known[name]: f"A house may post {_plain(allowed)}; usual here: {_plain(usual)}."
        for name, allowed, usual in rows
        if name in known
    }


def _plain(words: str) -> str:
    words = re.sub(r"\*\*|`", "", words)
    words = re.sub(r"\*P:\*", "House parameter:", words)
    words = re.sub(r"\*([^*]+)\*", r"\1", words)
    words = re.sub(r"\s*\((?:A-\d\d(?:, )?)+\)", "", words).replace("⚠", "").strip(" —·;")
    return words[:1].upper() + words[1:]


def render(lookup: Lookup) -> str:
    lines = ",\n".join(json.encode(one).decode() for one in lookup.statements)
    rest = json.encode({"readings": lookup.readings, "sign": lookup.sign}).decode()
    return '{"statements": [\n' + lines + "\n],\n" + rest[1:] + "\n"


if __name__ == "__main__":
    if "--write" in sys.argv:
        SHIPPED.write_text(render(build()), encoding="utf-8")
    print(f"{len(build().statements)} statements")
