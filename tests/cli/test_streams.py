"""What is printed is the same bytes on any machine, and none that cannot show a character ends an answer."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kg import __main__ as program
from kg.cli.base import write_whole

ROOT = Path(__file__).parents[2]


def demo(**env: str) -> bytes:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "PYTHON"))}
    done = subprocess.run(
        [sys.executable, "-m", "kg", "demo"],
        env={**kept, "PYTHONPATH": str(ROOT), **env},
        capture_output=True,
        check=True,
    )
    return done.stdout


def test_a_pipe_gets_utf8_whatever_the_locale() -> None:
    plain = demo(PYTHONUTF8="1")
    assert "└─ token cache".encode() in plain
    assert b"\r" not in plain
    assert demo(LC_ALL="C", PYTHONCOERCECLOCALE="0", PYTHONUTF8="0") == plain


def test_an_encoding_that_was_asked_for_is_kept_and_what_it_lacks_is_escaped() -> None:
    shown = demo(PYTHONIOENCODING="cp1252")
    assert rb"\u2514\u2500 token cache" in shown
    assert "×2".encode("cp1252") in shown


class Terminal(io.BytesIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("raw", "expected"), [(io.BytesIO(), "└\n".encode()), (Terminal(), b"\\u2514\r\n")])
def test_streams_as_windows_has_them(raw: io.BytesIO, expected: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe is made to carry UTF-8 and line feeds; a console keeps its own encoding and line ends."""
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    stream = io.TextIOWrapper(raw, encoding="cp1252", newline="\r\n")
    program._same_bytes(stream)
    stream.write("└\n")
    stream.flush()
    assert raw.getvalue() == expected


def test_a_folder_called_dev_is_no_device(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "dev").mkdir()
    monkeypatch.chdir(tmp_path)
    write_whole(Path("dev") / "answer", b"whole")
    assert (tmp_path / "dev" / "answer").read_bytes() == b"whole"
