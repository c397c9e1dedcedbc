"""How hard Hypothesis tries: importing this module registers the profiles and loads the usual one.

`ci` finds the same examples on every run, so a red build is the change's own doing. `make check`
asks for `check`, in which every game has more rounds (see `tests.strategies.examples`), and for
`soak`, which draws new ones for minutes.
"""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "ci",
    derandomize=True,
    deadline=None,
    max_examples=60,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("check", settings.get_profile("ci"))
settings.register_profile("soak", settings.get_profile("ci"), derandomize=False, max_examples=3_000)
settings.load_profile("ci")
