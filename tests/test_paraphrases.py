"""What a citation says: shipped, complete, and as the checklist has it."""

import pytest

from croupier.clauses import coverage
from croupier.paraphrases import SHIPPED, paraphrase
from croupier.refused import Refused
from tests.paraphrase import build, render


def test_the_shipped_file_is_what_the_checklist_says() -> None:
    assert SHIPPED.read_text(encoding="utf-8") == render(build()), (
        "renew it: python -m tests.paraphrase --write"
    )


def test_every_clause_of_the_checklist_is_explained() -> None:
    for item in coverage().items:
        assert paraphrase(item.clause).words, item.id


def test_readings_signs_and_fields_are_explained_too() -> None:
    assert paraphrase("A-52").title == "Our reading"
    assert "blinds" in paraphrase("SIGN blinds").words[0]
    assert "cards" in paraphrase("FIELD cards").words[0]


def test_a_clause_without_words_of_its_own_speaks_for_the_one_above_it() -> None:
    assert paraphrase("POKER 10(e)(1)").words == paraphrase("POKER 10(e)").words


def test_what_is_no_clause_is_refused() -> None:
    with pytest.raises(Refused, match="is not a clause"):
        paraphrase("no such clause")
