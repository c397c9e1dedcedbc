"""A room that is no demonstration: set up by a file, and people who sign in and press."""

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import OFTEN, Room

PASSWORD = "plum orbit saddle 41"
QUICK = OFTEN | {"PAUSE": "0.3", "UNCONTESTED": "0.3", "BEAT": "0.1", "TURN": "30"}


class RealRoom(Room):
    """A room of this kind with its first supervisor, Sue."""

    def __init__(self, home: Path, kind: str, games: tuple[str, ...] = ()) -> None:
        super().__init__(home, QUICK, mode=("--setup", "room.toml"), games=games)
        lines = {"kind": kind, "name": "The Back Room", "person": "Sue", "password": PASSWORD}
        said = "".join(f'{key} = "{value}"\n' for key, value in lines.items())
        (home / "room.toml").write_text(said)


class Presses:
    """A person at a page, whose presses are counted."""

    def __init__(self, page: Page, name: str) -> None:
        self.page, self.name, self.count = page, name, 0

    def press(self, button: str | Locator, exact: bool = False) -> None:
        if isinstance(button, str):
            button = self.page.get_by_role("button", name=button, exact=exact).first
        button.click()
        self.count += 1

    def choose(self, label: str, value: str) -> None:
        self.page.get_by_label(label, exact=True).select_option(label=value)
        self.count += 1

    def type(self, label: str, text: str) -> None:
        self.page.get_by_label(label, exact=True).first.fill(text)

    def sign_in(self, room: Room, desk: str, password: str = PASSWORD) -> None:
        self.page.goto(f"{room.url}/{desk}")
        self.type("Name", self.name)
        self.type("Password", password)
        self.press("Sign in")
        expect(self.page.get_by_label("Password", exact=True)).to_have_count(0)
