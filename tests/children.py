"""CPU time of processes that a test started, which does not depend on load."""

import resource


def cpu_seconds() -> float:
    """What the processes that were started here and have ended used, all threads together."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
