"""Faults that are planted in the compiled twin: each must be found by playing beside the engine.

Run by `make check`. The core is built once in a separate folder; then one header at a time is
broken, built and compared. `python -m tests.fast.planted [TEXT]` does the same and tells.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
ROUNDS = 250
PLAY = """
import sys
from importlib.util import module_from_spec, spec_from_file_location
spec = spec_from_file_location("croupier._kernels", sys.argv[1])
module = module_from_spec(spec)
sys.modules["croupier._kernels"] = module
spec.loader.exec_module(module)
from tests.fast.twins import Differ
from tests.fast.test_twins import rounds_agree
from tests.fast import test_bank_twins as bank
from tests.banked_rounds import BANKED_GAMES
from tests.strategies import ALL_GAMES
try:
    for game in BANKED_GAMES:
        bank.rounds_agree(game, range(2 * int(sys.argv[2])))
    for given in bank.AT_THE_LIMIT:
        bank.test_a_hand_wins_fifty_thousand_dollars_at_most(*given)
    for game in ALL_GAMES:
        rounds_agree(game, range(int(sys.argv[2])))
except (Differ, RuntimeError) as differ:
    print(str(differ).splitlines()[0])
    sys.exit(7)
"""


class Fault(NamedTuple):
    """Words of a header, and what they are turned into."""

    words: str
    header: str
    old: str
    new: str


FAULTS = (
    Fault(
        "an uncalled bet stays", "fast_bet.hpp", "if (!round.price) return false;", "return false;"
    ),
    Fault(
        "half a bet is none",
        "fast_bet.hpp",
        "(to - level) * 2 >= round.size",
        "to - level >= round.size",
    ),
    Fault(
        "an all-in reopens the betting",
        "fast_bet.hpp",
        "more >= (fixed ? 1 : round.size)",
        "more >= 1",
    ),
    Fault("a check is forgotten", "fast_bet.hpp", "hand.checked = true;", ""),
    Fault("no cap", "fast_bet.hpp", "round.raises >= program.raise_cap", "false"),
    Fault(
        "a completion counts as a raise",
        "fast_bet.hpp",
        "round.level > level && raises;",
        "round.level > level;",
    ),
    Fault(
        "the straddler acts in turn",
        "fast_bet.hpp",
        "if (mine < 0 || mine == last) return;",
        "return;",
    ),
    Fault(
        "the pot without the call",
        "fast_bet.hpp",
        "(2 * round.price - hand.bet + round.gross())",
        "(round.price + round.gross())",
    ),
    Fault(
        "a straddle sets no least raise",
        "fast_bet.hpp",
        "std::max({size, round.blind, round.straddle - round.blind})",
        "std::max(size, round.blind)",
    ),
    Fault(
        "the opener is the lowest of all",
        "fast_opener.hpp",
        "case Opener::highest_up: return number;",
        "case Opener::highest_up: return -number;",
    ),
    Fault(
        "an ace is high in razz",
        "fast_opener.hpp",
        "return rank == 12 ? suit - 4 : number;",
        "return number;",
    ),
    Fault(
        "pairs do not show", "fast_opener.hpp", "if (alike > 1) groups =", "if (alike > 9) groups ="
    ),
    Fault(
        "own discards come back",
        "fast_deal.hpp",
        "return (cards & ~spared(deal, drawer)) | undealt(round);",
        "return cards | undealt(round);",
    ),
    Fault(
        "the leftover is lost",
        "fast_deal.hpp",
        "return round.burns | undealt(round);",
        "return round.burns;",
    ),
    Fault("no common card", "fast_deal.hpp", "round.left() < round.lives());", "false);"),
    Fault(
        "one pot for all",
        "fast_pots.hpp",
        "!forfeited(hand) && hand.paid >= level",
        "!forfeited(hand)",
    ),
    Fault(
        "coin goes first",
        "fast_pots.hpp",
        "at < whole ? unit : at == whole ? rest : 0",
        "at == 0 && rest ? rest : at < whole + (rest > 0) ? unit : 0",
    ),
    Fault(
        "odd chips by position", "fast_pots.hpp", "share.excess != Excess::left_of_button", "false"
    ),
    Fault(
        "an ace is the highest of lows",
        "fast_plays.hpp",
        "return (cards << 4 & whole_deck) | cards >> 48;",
        "return cards;",
    ),
    Fault(
        "a percentage of everything again",
        "fast_rake.hpp",
        "rake.of(sums - round.counted, unit)",
        "rake.of(sums, unit)",
    ),
    Fault(
        "side pots are raked first",
        "fast_pots.hpp",
        "for (std::size_t at = 0; at < found.count && left; ++at)",
        "for (std::size_t at = found.count; at-- > 0 && left;)",
    ),
    Fault("run twice is raked once", "fast_rake.hpp", "if (round.twice && ", "if (false && "),
    Fault(
        "bad beats of own cards alone", "fast_show.hpp", "(own & ~play) == 0", "(own & play) != 0"
    ),
    Fault(
        "more is wagered than the stack has beside it",
        "fast_bank.hpp",
        "beside += other > at ? posted[other].least : 0;",
        "",
    ),
    Fault(
        "a folded hand loses its bonus cards",
        "fast_bank.hpp",
        "if (!mine.laid[spot] || spot == forfeited_spot) continue;",
        "continue;",
    ),
    Fault(
        "a shoe deals card by card",
        "fast_bank.hpp",
        "const int turns = step.b ? 1 : step.a, each = step.b ? step.a : 1;",
        "const int turns = step.a, each = 1;",
    ),
    Fault(
        "a dealer who does not qualify pays all",
        "fast_settle.hpp",
        "stake.wins_unqualified ? chips : 0);",
        "chips);",
    ),
    Fault(
        "the ante is always paid",
        "fast_settle.hpp",
        "stake.threshold && mine < contest.threshold",
        "false",
    ),
    Fault(
        "aces are paid as ever",
        "fast_settle.hpp",
        "contest.aces && both_aces(own)",
        "false && both_aces(own)",
    ),
    Fault(
        "the meter gets all",
        "fast_settle.hpp",
        "chips * deal.program.bank.meter.share / 100",
        "chips",
    ),
    Fault(
        "a prize keeps the dollar",
        "fast_settle.hpp",
        "won.chips && deal.program.bank.meter.returns",
        "false",
    ),
    Fault(
        "no limit on a hand",
        "fast_settle.hpp",
        "if (step.d) limit(outcomes",
        "if (false) limit(outcomes",
    ),
    Fault(
        "settled from the left",
        "fast_settle.hpp",
        "for (Place place = round.players; place-- > 0;) {",
        "for (Place place = 0; place < round.players; ++place) {",
    ),
)


def build(folder: Path) -> Path:
    """Build the core from the sources in a folder; give the compiled file."""
    out = folder / "build"
    flags = [f"-Dnanobind_DIR={_nanobind()}", f"-DPython_EXECUTABLE={sys.executable}"]
    tools = Path(sys.executable).parent
    names = ["-DSKBUILD_PROJECT_NAME=croupier", "-DSKBUILD_PROJECT_VERSION=0"]
    cmake = [str(tools / "cmake"), "-S", str(folder), "-B", str(out), "-G", "Ninja", *flags, *names]
    if not (out / "build.ninja").exists():
        ninja = f"-DCMAKE_MAKE_PROGRAM={tools / 'ninja'}"
        _run([*cmake, ninja, "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O1"])
    _run([str(tools / "cmake"), "--build", str(out)])
    (built,) = out.glob("_kernels*.so")
    return built


def _nanobind() -> str:
    words = [sys.executable, "-m", "nanobind", "--cmake_dir"]
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()


def _run(words: list[str]) -> None:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


def play(core: Path) -> str:
    """Play beside the engine with a core; the first difference, or nothing."""
    words = [sys.executable, "-c", PLAY, str(core), str(ROUNDS)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 7), done.stderr[-3000:]
    return done.stdout.strip()


def survivors(only: str = "", *, tell: bool = False) -> list[str]:
    """The faults that nobody noticed."""
    found = []
    with TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(ROOT / "src" / "kernels", folder / "src" / "kernels")
        recipe = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
        (folder / "CMakeLists.txt").write_text(recipe.partition("install(")[0], encoding="utf-8")
        assert play(build(folder)) == "", "nothing is broken yet"
        for fault in FAULTS:
            if only not in fault.words:
                continue
            header = folder / "src" / "kernels" / fault.header
            sound = header.read_text(encoding="utf-8")
            assert sound.count(fault.old) == 1, f"{fault.words}: {sound.count(fault.old)} places"
            header.write_text(sound.replace(fault.old, fault.new), encoding="utf-8")
            noticed = play(build(folder))
            header.write_text(sound, encoding="utf-8")
            if tell:
                print(
                    f"{'noticed' if noticed else 'SURVIVED'}: {fault.words}: {noticed[:90]}",
                    flush=True,
                )
            if not noticed:
                found.append(fault.words)
    return found


if __name__ == "__main__":
    sys.exit(bool(survivors(*sys.argv[1:2], tell=True)))
