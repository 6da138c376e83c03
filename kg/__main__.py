"""The command `kg`, also as `python -m kg`."""

from __future__ import annotations

import io
import os
import signal
import sys

from kg.errors import Terminated, ending


def main() -> None:
    """Run it; a signal ends it with one line at any moment, while modules are loaded, too."""
    try:
        for name in ("SIGTERM", "SIGBREAK"):  # Windows has the second, for Ctrl-Break and for consoles that close
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) == signal.SIG_DFL:
                signal.signal(number, _terminate)
        for stream in (sys.stdout, sys.stderr):
            _same_bytes(stream)
        from kg.cli.main import main as command

        command()
    except KeyboardInterrupt as stop:
        message, code = ending(stop)
        print(f"kg: {message}", file=sys.stderr)
        sys.exit(code)


def _same_bytes(stream: object) -> None:
    """What goes to a file or a pipe is UTF-8 with line feeds on any machine; what a terminal cannot show is escaped."""
    if isinstance(stream, io.TextIOWrapper):
        if stream.isatty() or "PYTHONIOENCODING" in os.environ:
            stream.reconfigure(errors="backslashreplace")
        else:
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def _terminate(*_: object) -> None:
    raise Terminated


if __name__ == "__main__":
    main()
