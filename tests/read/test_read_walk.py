"""What is found below a folder, what is skipped and why."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from kg.errors import InputError
from kg.read.decode import decode
from kg.read.documents import Source, read_paths, read_source, sources
from kg.read.registry import standard
from kg.read.scope import scope_of
from kg.read.walk import LARGEST


def write(root: Path, **files: str | bytes) -> Path:
    for name, content in files.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def found(*paths: Path) -> list[str]:
    return [source.path for source in sources(paths).items]


def test_ignore_files_hidden_folders_and_unknown_types(tmp_path: Path) -> None:
    write(
        tmp_path,
        **{
            ".gitignore": "build/\n*.tmp.md\n/top.md\n",
            "top.md": "x",
            "a.md": "x",
            "b.tmp.md": "x",
            "build/c.md": "x",
            "docs/top.md": "x",
            "docs/.gitignore": "secret.md\n!keep.tmp.md\n",
            "docs/secret.md": "x",
            "docs/keep.tmp.md": "x",
            "other/secret.md": "x",
            "node_modules/d.md": "x",
            ".git/e.md": "x",
            ".github/f.md": "x",
            "main.py": "x",
        },
    )
    assert found(tmp_path) == [".github/f.md", "a.md", "docs/keep.tmp.md", "docs/top.md", "other/secret.md"]
    assert sources([tmp_path]).unread == 1


def test_links_binaries_and_huge_files_are_skipped_with_a_message(tmp_path: Path) -> None:
    outside = write(tmp_path / "out", **{"o.md": "x"})
    root = write(tmp_path / "in", **{"a.md": "x", "bin.md": b"a\0b", "sub/b.md": "x"})
    (root / "huge.md").write_bytes(b"x" * (LARGEST + 1))
    (root / "sub" / "loop").symlink_to(root)
    (root / "leaves").symlink_to(outside)
    (root / "nowhere.md").symlink_to(root / "missing.md")
    (root / "circle.md").symlink_to(root / "circle.md")
    result = sources([root])
    assert [source.path for source in result.items] == ["a.md", "sub/b.md"]
    assert [(item.path, item.reason) for item in result.skipped] == [
        ("bin.md", "a binary file"),
        ("circle.md", "a link that leads nowhere or in a circle"),
        ("huge.md", "larger than 8 MiB"),
        ("leaves", "a link out of the folder"),
        ("nowhere.md", "a link that leads nowhere or in a circle"),
        ("sub/loop", "a link; what it leads to is read at its own place"),
    ]


def test_the_build_root(tmp_path: Path) -> None:
    write(tmp_path, **{"x/a.md": "x", "x/y/b.md": "x", "z/c.md": "x"})
    assert found(tmp_path / "x") == ["a.md", "y/b.md"]
    assert found(tmp_path / "x" / "a.md") == ["a.md"]
    assert found(tmp_path / "x" / "y", tmp_path / "z") == ["x/y/b.md", "z/c.md"]
    assert found(tmp_path / "z", tmp_path / "x" / "y", tmp_path / "z" / "c.md") == ["x/y/b.md", "z/c.md"]


def test_nothing_to_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file") as missing:
        sources([tmp_path / "no"])
    assert missing.value.file == str(tmp_path / "no")
    with pytest.raises(InputError, match="nothing to read in") as empty:
        sources([tmp_path])
    assert ".md" in str(empty.value)


@pytest.mark.parametrize(
    ("data", "text", "notice"),
    [
        ("naïve".encode(), "naïve", ""),
        (b"\xef\xbb\xbfa\r\n", "a\r\n", ""),
        ("naïve".encode("utf-16"), "naïve", ""),
        ("naïve".encode("utf-16-be"), "n", "binary"),
        (b"\xfe\xff" + "naïve".encode("utf-16-be"), "naïve", ""),
        (b"na\xefve \x93x\x94", "naïve “x”", "Windows-1252"),
        (b"na\xefve \x81", "naïve \x81", "Latin-1"),
    ],
)
def test_encodings(data: bytes, text: str, notice: str, tmp_path: Path) -> None:
    documents, skipped = read_source(Source("a.md", None, data))
    assert [notice in item.reason for item in skipped] == ([True] if notice else [])
    if notice != "binary":
        assert decode(data)[0] == text
        assert documents[0].chunks[0].source == text.strip()


def test_a_source_travels_and_its_hash_is_the_documents(tmp_path: Path) -> None:
    write(tmp_path, **{"docs/a.md": "# A\n\nIt uses Redis.\n"})
    source = pickle.loads(pickle.dumps(sources([tmp_path]).items[0]))
    (document,), skipped = pickle.loads(pickle.dumps(read_source(source)))
    assert (document.path, document.format, document.title, document.scope) == ("docs/a.md", "markdown", "A", "")
    assert document.hash == source.hash()
    assert skipped == []


def test_a_named_file_of_unknown_type_is_said(tmp_path: Path) -> None:
    write(tmp_path, **{"a.py": "x = 1", "b.md": "x"})
    _, skipped = read_paths([tmp_path / "a.py", tmp_path / "b.md"])
    assert [(item.path, item.reason) for item in skipped] == [("a.py", "no document type is known for it")]


@pytest.mark.parametrize(
    ("path", "scope"),
    [
        ("README.md", ""),
        ("docs/auth/a.md", ""),
        ("shop/README.md", "shop"),
        ("shop/api/Docs/x/a.md", "shop/api"),
        ("shop/k8s/base/a.yaml", "shop"),
        ("shop/.github/CODEOWNERS", "shop"),
    ],
)
def test_scope(path: str, scope: str) -> None:
    assert scope_of(path) == scope


def test_scopes_set_by_hand_go_by_whole_segments_and_the_longest() -> None:
    scopes = {"shop": "one", "shop/api/": "two"}
    paths = ("shop/a.md", "shop/api/a.md", "shop/apis/a.md", "shopping/a.md")
    assert [scope_of(path, scopes) for path in paths] == ["one", "two", "one", "shopping"]


def test_readers_have_distinct_names_and_lower_case_endings() -> None:
    names = [kind.reader.name for kind in standard().kinds]
    assert len(set(names)) == len(names)
    for kind in standard().kinds:
        assert all(suffix == suffix.lower() and suffix.rindex(".") == 0 for suffix in kind.suffixes)
        assert all(pattern == pattern.lower() for pattern in kind.patterns)


@pytest.mark.parametrize("suffix", standard().suffixes())
def test_every_ending_is_read(suffix: str) -> None:
    for kind in standard().named(f"a{suffix}"):
        kind.reader.read(f"a{suffix}", "")


def test_a_reader_is_imported_when_a_file_of_its_type_comes() -> None:
    read = "from kg.read import Source, read_source; read_source(Source('a.md', None, b'x'))"
    code = f"import sys; {read}; print(*sys.modules)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "kg.read.markdown.reader" in shown
    assert not {"kg.read.html.reader", "kg.read.rst.reader", "kg.read.asciidoc.reader", "kg.read.structured"} & set(
        shown
    )
