"""CPU time of processes that a test started, which does not depend on load."""

import os
import resource
from pathlib import Path


def cpu_seconds() -> float:
    """What the processes that were started here and have ended used, all threads together."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def used_by(pid: int) -> float:
    """What a process that still runs has used, all threads together."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
