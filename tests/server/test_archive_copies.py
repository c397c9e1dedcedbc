"""A chain of backups: each copies the files of closed days that are new, and each restores."""

import json
from pathlib import Path
from shutil import copytree

import pytest

from croupier.server.store.archives import ARCHIVES
from croupier.server.tables.desk import Desk
from croupier.views.reports.definition import Book
from tests.server.rooms import KEYS, run
from tests.server.test_archives import GAMES, book_of, moved
from tests.server.test_tamper import Done, croupier
from tests.server.week import Week


class Chain:
    """A room, its key file, and the backups that were made of it, each with its books."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.copies = folder, folder / "copies"
        self.copies.mkdir()
        self.keys = folder / "keys"
        self.keys.write_bytes(KEYS.sealing + KEYS.signing)
        self.books: dict[str, Book] = {}
        self.said: list[dict[str, int]] = []

    @property
    def db(self) -> str:
        return f"sqlite:///{self.folder}/room/room.db"

    @property
    def files(self) -> list[Path]:
        return sorted((self.copies / "archives").glob("*.archive"))

    def back_up(self, name: str) -> Done:
        return croupier("backup", str(self.copies / name), *self.room(), "--json")

    def room(self) -> list[str]:
        return ["--db", self.db, "--keys", str(self.keys)]

    def note(self, name: str) -> None:
        done = self.back_up(name)
        assert done.returncode == 0, done
        self.said.append(json.loads(done.stdout))
        self.books[name] = book_of(self.db)

    def restored(self, name: str, folder: Path) -> tuple[Done, list[str]]:
        """Restore a copy with the key file, and no head file beside it; where it is."""
        folder.mkdir()
        (folder / "keys").write_bytes(self.keys.read_bytes())
        where = ["--db", f"sqlite:///{folder}/room.db", "--keys", str(folder / "keys")]
        return croupier("restore", str(self.copies / name), *where), where


@pytest.fixture(scope="module")
def chain(tmp_path_factory: pytest.TempPathFactory) -> Chain:
    """Four gaming days: backups before and after each run of `archive`."""
    found = Chain(tmp_path_factory.mktemp("chain"))
    (found.folder / "room").mkdir()
    week = Week(found.db, seed=8, rounds=2, games=GAMES)

    async def day(first: bool) -> None:
        async with week.open():
            if first:
                await week.furnish()
            await week.open_tables()
            await week.play()
            await week.close_day()
        week.next_day()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Desk, "every", 1)
        for number in range(4):
            run(lambda: day(first=not number))  # noqa: B023  # it is over before the next
            if number == 1:
                found.note("before")
            if number:
                assert moved(found.db, keep=1) is not None
                found.note(f"day{number}")
    (found.folder / "room").rename(found.folder / "lost")  # the machine is gone
    return found


@pytest.fixture
def copies(chain: Chain, tmp_path: Path) -> Chain:
    """The same backups in a folder of their own."""
    copytree(chain.copies, tmp_path / "copies")
    mine = Chain.__new__(Chain)
    mine.__dict__ |= chain.__dict__ | {"copies": tmp_path / "copies"}
    return mine


def test_a_backup_copies_only_the_closed_days_that_are_new(chain: Chain) -> None:
    assert [one["archives"] for one in chain.said] == [0, 1, 1, 1]
    assert not any(one["faults"] for one in chain.said)
    assert len(chain.files) == 3
    size = {name: (chain.copies / name).stat().st_size for name in chain.books}
    assert size["day1"] < size["before"]  # the same room, its first day in a file


def test_every_backup_of_the_chain_is_a_whole_room(chain: Chain, tmp_path: Path) -> None:
    for at, (name, book) in enumerate(chain.books.items()):
        done, where = chain.restored(name, tmp_path / name)
        assert done.returncode == 0, done
        assert len(list((tmp_path / name / "room.db.archives").glob("*"))) == at
        checked = croupier("verify-log", *where)
        assert (checked.returncode, checked.stdout) == (0, "Everything was checked.\n")
        assert book_of(where[1]) == book


def _flip(path: Path) -> None:
    whole = bytearray(path.read_bytes())
    whole[len(whole) // 2] ^= 1
    path.write_bytes(whole)


@pytest.mark.parametrize("damage", [Path.unlink, _flip])
def test_a_restore_names_the_file_that_is_missing_or_wrong(
    copies: Chain, tmp_path: Path, damage: object
) -> None:
    spoiled = copies.files[1]
    damage(spoiled)  # type: ignore[operator]  # it is called
    done, where = copies.restored("day3", tmp_path / "room")
    assert done.returncode == 1
    assert f"{ARCHIVES}: " in done.stdout
    assert spoiled.name in done.stdout
    brought = {path.name for path in (tmp_path / "room" / "room.db.archives").iterdir()}
    assert brought == {one.name for one in copies.files if one != spoiled}
    assert spoiled.name in croupier("verify-log", *where).stdout


def test_a_backup_into_the_folder_of_another_room_says_so(
    chain: Chain, copies: Chain, tmp_path: Path
) -> None:
    _, where = chain.restored("day2", tmp_path / "room")
    _flip(copies.files[0])
    done = croupier("backup", str(copies.copies / "again"), *where)
    assert done.returncode == 1
    assert f"{copies.files[0]} is not the file that this room archived" in done.stdout
    assert (copies.copies / "again").exists()  # the database is copied all the same
