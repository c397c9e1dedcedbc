"""What no single file can promise: layers, purity, sizes, and files that name no machine."""

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import croupier
from croupier.cli.app import NAMES

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "croupier"
MODULES = sorted(PACKAGE.rglob("*.py"))

# Imports point left: toward the beginning of this list. Neighbors on one level never import each
# other.
LAYERS = (
    {"refused"},
    {"cards", "chips", "clauses"},
    {"markup", "page", "paraphrases", "plots"},
    {"rankings"},
    {"rules"},
    {"games", "engine"},
    {"room", "fast"},
    {"views"},
    {"histories"},
    {"decks", "ended"},
    {"mishaps"},
    {"api"},
    {"odds"},
    {"figures", "sim"},
    {"rl", "testing"},
    {"assist"},
    {"server"},
    {"cli"},
)
LEVEL = {part: level for level, parts in enumerate(LAYERS) for part in parts}
KERNEL_DOOR = "rankings/kernels.py"

# Packages that get time, chance and people as data, and what would let them in by another door.
PURE = ("rules", "games", "engine")
IMPURE_MODULES = {"asyncio", "io", "os", "pathlib", "random", "secrets", "socket", "time"}
IMPURE_CALLS = {"input", "open", "print"}
FAIR = (*PURE, "room")

# The modules of each part of the room; any other name is used once in the whole package. A module
# of `cli` is named after its command.
PARTS = {"state", "orders", "facts", "decide", "evolve"}
TWICE = {
    "app": "the entry of the command line, and that of the server",
    "batch": "tables that play in step (`fast`); appends that share a transaction (`server.store`)",
    "faults": "what went wrong with cards (`engine`), a request (`guard`), a record (`store`)",
    "pages": "pages for a browser (`server.desks`); pages of stored lines (`server.store`)",
    "post": "bets posted before the cards (`engine`); orders sent to another process (`cluster`)",
    "results": "what a replay found, and what a simulation found: names that callers import",
}

LINES_MOST = 450
LONGER: dict[str, str] = {}  # path: why it reads better whole

# A browser is used with eyes, keys and presses; what looks behind the page has its reason here.
BEHIND_THE_PAGE = re.compile(
    r"\.(?:evaluate\w*|eval_on\w+|wait_for_function|add_\w+_script|add_script_tag|dispatch_event|"
    r"expose_\w+|request|route\w*|set_content)\b|\b(?:Axe|httpx|urllib|requests|sqlite3)\b"
)
LOOKS_BEHIND = {
    "test_app.py: .add_init_script": "a browser without a screen is never in the background",
    "doors.py: .evaluate": "a page that is wider than its window does not say so",
    "doors.py: Axe": "the checks for assistive tools are a script",
    "test_app.py: .evaluate": "what a browser keeps for later is not on any page",
    "evening.py: .add_init_script": "when a line is shown is measured on the page itself",
    "evening.py: .evaluate": "the browser's own entries of what moved are read",
    "playing.py: .evaluate": "what a page showed for a moment is asked for afterward",
    "playing.py: .evaluate_handle": "what a page shows for a moment is noticed on the page itself",
    "test_desks.py: .route": "an answer is held back until a person types on",
    "test_fairness.py: .route": "a reply is forged, which a room of ours does not do",
    "test_play.py: .evaluate": "the storage of the session is searched for the cards of others",
    "test_reach.py: Axe": "the checks for assistive tools are a script",
    "test_showdown.py: .add_init_script": "when a street is shown is measured on the page itself",
    "test_showdown.py: .wait_for_function": "all of a round's end is read in one look",
    "test_table.py: .evaluate": "the browser's own entries of what was loaded are read",
    "test_table.py: .route_web_socket": "an order is held back until another player was faster",
    "test_table.py: httpx": "the other player is a program: it sits down within that moment",
    "test_typing.py: .request": "only the request that a person sent is held back",
    "test_typing.py: .route": "an answer is held back until a person types on",
}

MACHINE_PATH = re.compile(r"(?<![\w.~-])/(?:home|root|work)/\w")
REGISTRY = re.compile(
    r"\bhttps?://(?:[\w-]+\.)*(?:crates|deb|files|index|packages|pypi|registry)\."
)
SETUP_ADDRESS = re.compile(r"\w://|\b(?:extra-)?index-url\b|\bfind-links\b")
BARE_IGNORE = re.compile(r"#\s*type:\s*ignore(?!\[[\w, -]+\]  # \w)")


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(), str(path))


def imports(path: Path) -> Iterator[str]:
    """Every dotted name that a file imports; `from a import b` is `a.b`."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def part(path: Path) -> str:
    """The layer's part that a file belongs to: `engine` for engine/bet.py, `cards` for cards.py."""
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def own_imports(path: Path) -> Iterator[str]:
    """What a file imports of the package, without the package's name: `engine.play.options`."""
    for name in imports(path):
        package, _, rest = name.partition(".")
        if package == "croupier":
            yield rest


def import_graph() -> dict[str, set[str]]:
    """Which module of the package imports which, imports for types only included."""
    named = {".".join(path.relative_to(PACKAGE).with_suffix("").parts): path for path in MODULES}
    modules = {name.removesuffix(".__init__"): path for name, path in named.items()}
    graph: dict[str, set[str]] = {}
    for module, path in modules.items():
        found = {name if name in modules else name.rpartition(".")[0] for name in own_imports(path)}
        graph[module] = found & modules.keys() - {module}
    return graph


def circles(graph: dict[str, set[str]]) -> list[set[str]]:
    """The sets of modules that import each other, directly or through others."""
    reached: dict[str, set[str]] = {}
    for start in graph:
        seen, waiting = set[str](), [start]
        while waiting:
            for name in graph[waiting.pop()] - seen:
                seen.add(name)
                waiting.append(name)
        reached[start] = seen
    found: list[set[str]] = []
    for name, seen in reached.items():
        circle = {other for other in seen if name in reached[other]}
        if circle and circle not in found:
            found.append(circle)
    return found


def uses(path: Path, *, modules: set[str], calls: set[str]) -> Iterator[str]:
    yield from (name for name in imports(path) if name.partition(".")[0] in modules)
    for node in ast.walk(tree(path)):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in calls:
                yield f"{name}()"


def chance(path: Path) -> Iterator[str]:
    """Every way to a pseudo-random number: the two modules, and `.random` of anything."""
    yield from (
        name for name in imports(path) if f"{name}.".startswith(("random.", "numpy.random."))
    )
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Attribute) and node.attr == "random":
            yield ast.unparse(node)


def of(*parts: str) -> list[Path]:
    return [path for path in MODULES if part(path) in parts]


@cache
def tracked() -> list[Path]:
    """Every text file that is, or is about to be, under version control."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    files = (ROOT / name for name in listed.split("\0") if name)
    return [path for path in files if path.is_file() and b"\0" not in path.read_bytes()]


def lines_matching(pattern: re.Pattern[str], paths: list[Path]) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in paths
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if pattern.search(line)
    ]


def test_every_module_has_its_layer() -> None:
    known = {*LEVEL, "__init__", "__main__"}
    assert sorted({part(path) for path in MODULES} - known) == []


def test_imports_point_left() -> None:
    wrong = [
        f"{path.relative_to(PACKAGE)} imports {name}"
        for path in of(*LEVEL)
        for name in own_imports(path)
        if name.partition(".")[0] not in {"_kernels", part(path)}
        and LEVEL.get(name.partition(".")[0], len(LAYERS)) >= LEVEL[part(path)]
    ]
    assert wrong == []


def test_no_module_imports_itself_through_others() -> None:
    found = circles(import_graph())
    assert [sorted(circle) for circle in found] == []


def test_a_circle_of_imports_is_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set()}) == [{"b", "c"}]


def test_a_module_has_a_name_of_its_own() -> None:
    commands = {name.replace("-", "_") for name in NAMES}
    paths = [path for path in MODULES if part(path) != "cli" or path.stem not in commands]
    names = Counter(path.stem for path in paths)
    twice = {name for name, count in names.items() if count > 1}
    assert twice - PARTS - {"__init__"} == set(TWICE)


def test_the_engine_never_imports_a_game() -> None:
    wrong = [
        f"{path.relative_to(PACKAGE)} imports {name}"
        for path in of("engine")
        for name in own_imports(path)
        if name.partition(".")[0] == "games"
    ]
    assert wrong == []


def test_the_compiled_core_has_one_door() -> None:
    users = {
        str(path.relative_to(PACKAGE))
        for path in MODULES
        for name in own_imports(path)
        if name.partition(".")[0] == "_kernels"
    }
    assert users <= {KERNEL_DOOR}


def test_rules_games_and_engine_are_pure() -> None:
    wrong = [
        f"{path.relative_to(PACKAGE)} uses {name}"
        for path in of(*PURE)
        for name in uses(path, modules=IMPURE_MODULES, calls=IMPURE_CALLS)
    ]
    assert wrong == []


def test_no_pseudo_random_card_is_dealt() -> None:
    wrong = [
        f"{path.relative_to(PACKAGE)} uses {name}" for path in of(*FAIR) for name in chance(path)
    ]
    assert wrong == []


def test_a_file_is_read_in_one_sitting() -> None:
    sources = [*MODULES, *(ROOT / "src" / "kernels").rglob("*.?pp")]
    lengths = {str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in sources}
    assert {name for name, length in lengths.items() if length > LINES_MOST} == set(LONGER)


def test_no_file_names_a_machine() -> None:
    assert lines_matching(MACHINE_PATH, tracked()) == []


def test_no_file_names_a_package_registry() -> None:
    setup = {"CMakeLists.txt", "Makefile", "constraints.txt", "pyproject.toml"}
    recipes = [
        path
        for path in tracked()
        if path.name in setup or path.relative_to(ROOT).parts[0] in {".ci", "scripts"}
    ]
    assert recipes
    assert lines_matching(SETUP_ADDRESS, recipes) == []
    assert lines_matching(REGISTRY, tracked()) == []


def test_a_browser_is_used_as_people_use_it() -> None:
    found = {
        f"{path.name}: {used}"
        for path in (ROOT / "tests" / "web").glob("*.py")
        for used in BEHIND_THE_PAGE.findall(path.read_text())
    }
    assert found == set(LOOKS_BEHIND)


def test_every_ignored_type_error_says_which_and_why() -> None:
    python = [path for path in tracked() if path.suffix in {".py", ".pyi"}]
    assert lines_matching(BARE_IGNORE, python) == []


def test_the_constraints_pin_names_and_versions_only() -> None:
    pin = re.compile(r"[A-Za-z0-9][\w.-]*==[\w.]+")
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    assert [line for line in lines if not pin.fullmatch(line)] == []


def test_the_package_offers_exactly_what_it_lists() -> None:
    listed = getattr(croupier, "__all__", None)
    if listed is None:
        return
    lazy = {"TYPE_CHECKING", "Any", "import_module"}  # what the laziness itself takes
    offered = {name.rpartition(".")[2] for name in imports(PACKAGE / "__init__.py")} - lazy
    assert offered - set(listed) == set()
    assert [name for name in listed if not hasattr(croupier, name)] == []


def test_the_changelog_opens_with_what_is_unreleased() -> None:
    headings = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert headings[:1] == ["Unreleased"]


def test_an_entry_of_the_changelog_has_two_lines_and_is_there_once() -> None:
    entries = re.findall(r"^- .+\n(?:  .+\n)*", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert [entry for entry in entries if entry.count("\n") > 2] == []
    assert [entry for entry, count in Counter(entries).items() if count > 1] == []


def test_importing_the_package_warns_of_nothing() -> None:
    subprocess.run([sys.executable, "-W", "error", "-c", "import croupier._kernels"], check=True)
