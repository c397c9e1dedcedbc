"""How the solvers reach the compiled core: threads and progress."""

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from croupier.rankings import FAMILIES, kernels

if TYPE_CHECKING:
    from types import ModuleType

Tell = Callable[[float], None] | None


def core() -> "ModuleType":
    """The compiled core; these enumerations are beyond plain Python."""
    return kernels.core


def high_5() -> "kernels.core.Kernel":
    """The compiled tables of five-card high hands, for exact chances."""
    return kernels.kernel(FAMILIES["high-5"].family)


def threads() -> int:
    """As many as this process may run on."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
