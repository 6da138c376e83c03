"""The command `kg`, also as `python -m kg`."""

from __future__ import annotations

import signal
import sys

from kg.errors import Terminated, ending


def main() -> None:
    """Run it; a signal ends it with one line at any moment, while modules are loaded, too."""
    try:
        if signal.getsignal(signal.SIGTERM) == signal.SIG_DFL:
            signal.signal(signal.SIGTERM, _terminate)
        from kg.cli.main import main as command

        command()
    except KeyboardInterrupt as stop:
        message, code = ending(stop)
        print(f"kg: {message}", file=sys.stderr)
        sys.exit(code)


def _terminate(*_: object) -> None:
    raise Terminated


if __name__ == "__main__":
    main()
