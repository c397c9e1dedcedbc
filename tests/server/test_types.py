"""The browser's modules know the types of what the server sends."""

from tests.web import types


def test_the_types_of_the_web_table_are_in_step_with_the_server() -> None:
    for path, text in types.files().items():
        assert path.read_text() == text, "renew them: python -m tests.web.types --write"
