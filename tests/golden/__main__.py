"""Write the golden rounds, or tell which ones differ."""

import sys

from tests.golden import KEYS, dealt, record


def main() -> int:
    changed = [
        key for key in KEYS if not record(key).exists() or record(key).read_text() != dealt(key)
    ]
    if "--write" in sys.argv[1:]:
        for key in changed:
            record(key).write_text(dealt(key))
        print(f"{len(changed)} of {len(KEYS)} written")
        return 0
    print(
        "\n".join(f"{record(key).name} is not as it is dealt now" for key in changed) or "all equal"
    )
    return 1 if changed else 0


if __name__ == "__main__":
    raise SystemExit(main())
