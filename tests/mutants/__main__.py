"""Breaks the package, mutant by mutant, and expects the tests to notice."""

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.clause import proofs
from tests.mutants import Mutant, missing, mutants
from tests.mutants.overlay import PATIENCE_S, Verdict, judge, lay, run

Case = tuple[str, Mutant]


def selection(item: str, mutant: Mutant, tests: dict[str, list[str]]) -> list[str]:
    """The words that make pytest run the tests of one item."""
    if mutant.tests:
        return mutant.selected()
    files = {test.partition("::")[0] for test in tests.get(item, ())}
    return [f"--clause={item}", *sorted(files)] if files else []


def healthy(cases: list[Case], tests: dict[str, list[str]]) -> Verdict:
    """See that the tests pass while nothing is broken: only then does a failure mean anything."""
    words = {word for item, mutant in cases for word in selection(item, mutant, tests)}
    with TemporaryDirectory() as folder:
        lay(Path(folder))
        return run(Path(folder), sorted(words), PATIENCE_S * 20)  # the tests of all items


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument("-k", metavar="TEXT", default="", help="only the IDs that hold this text")
    parser.add_argument("-j", metavar="N", type=int, default=2, help="how many at a time")
    parser.add_argument("--missing", action="store_true", help="list the items without a mutant")
    asked = parser.parse_args()
    if asked.missing:
        print("\n".join(missing()))
        return 0
    cases = [(item, mutant) for mutant in mutants() for item in mutant.ids if asked.k in item]
    tests = proofs()

    def tried(case: Case) -> Verdict:
        item, mutant = case
        select = selection(item, mutant, tests)
        return judge(mutant, select) if select else Verdict("unclear", "no test carries it")

    if cases and (unbroken := healthy(cases, tests)).outcome != "survived":
        print(f"the tests do not pass while nothing is broken: {unbroken.words}")
        return 1
    failed = 0
    with ThreadPoolExecutor(asked.j) as pool:
        for (item, mutant), verdict in zip(cases, pool.map(tried, cases), strict=True):
            failed += verdict.outcome != "noticed"
            print(f"{verdict.outcome:8}  {item}  {mutant.name}  {verdict.words}", flush=True)
    print(f"{len(cases) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
