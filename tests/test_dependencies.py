"""What croupier needs is written once, with bounds, and the pinned versions lie within them."""

import tomllib
from itertools import chain

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.checklist import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SHIPPED = [
    Requirement(text)
    for text in (
        *PROJECT["build-system"]["requires"],
        *PROJECT["project"]["dependencies"],
        *chain.from_iterable(PROJECT["project"]["optional-dependencies"].values()),
    )
]
GROUPED = [
    Requirement(text)
    for group in PROJECT["dependency-groups"].values()
    for text in group
    if isinstance(text, str)
]


def pins() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    named = (line.split("==") for line in lines)
    return {canonicalize_name(name): version for name, version in named}


def test_every_version_is_bounded_on_both_sides_and_the_pinned_one_is_within() -> None:
    for need in SHIPPED:
        assert {bound.operator for bound in need.specifier} == {">=", "<"}, str(need)
        pinned = pins().get(canonicalize_name(need.name))
        if pinned:
            assert need.specifier.contains(pinned), f"{need}, but {pinned} is pinned"
    assert {need.name for need in SHIPPED} & {need.name for need in GROUPED} == {
        "msgspec",  # a wheel is built without isolation here
        "nanobind",
        "scikit-build-core",
    }


def test_every_dependency_is_named_once() -> None:
    runtime = [need.name for need in SHIPPED[len(PROJECT["build-system"]["requires"]) :]]
    grouped = [need.name for need in GROUPED]
    assert sorted(set(runtime)) == sorted(runtime)
    assert sorted(set(grouped)) == sorted(grouped)


def test_what_is_shipped_or_used_here_is_pinned() -> None:
    assert [
        need.name for need in SHIPPED + GROUPED if canonicalize_name(need.name) not in pins()
    ] == []
