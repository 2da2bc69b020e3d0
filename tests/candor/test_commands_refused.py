"""What the `candor` command refuses, in one line that says why."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commanding import Candor


@pytest.fixture(scope="module")
def candor(tmp_path_factory: pytest.TempPathFactory) -> Candor:
    """A house with the company acme, which was taught nothing yet."""
    command = Candor(tmp_path_factory.mktemp("house"))
    profile = ("--careers-url", "https://acme.example/jobs", "--contact-email", "jobs@acme.example")
    command.run("company", "add", "acme", "--name", "Acme", *profile)
    return command


def test_general_intents_compete_in_one_language(candor: Candor, tmp_path: Path) -> None:
    path = tmp_path / "mixed.csv"
    rows = [f"pay {n},pay,en\nvisa {n},visa,de" for n in range(5)]
    path.write_text("\n".join(["text,category,language", *rows]), encoding="utf-8")
    assert "name one with --language" in candor.refusal("evaluate", "nex-cv", str(path))


@pytest.mark.parametrize(
    ("email", "name", "expected"),
    [
        ("ada", "Ada", "“ada” is not an e-mail address"),
        ("ada@acme", "Ada", "“ada@acme” is not an e-mail address"),
        ("ada@acme..example", "Ada", "“ada@acme..example” is not an e-mail address"),
        ("eve@acme.example", " ", "--name is empty"),
    ],
)
def test_a_user_without_an_address_or_a_name_is_refused(candor: Candor, email: str, name: str, expected: str) -> None:
    assert expected in candor.refusal("user", "add", "--company", "acme", "--email", email, "--name", name)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"colour,shape\na,b\n", "text"),
        (b"text,category\na\x81,b\n", "not windows-1252"),
        (b"text,category\na,\n", "no category"),
        (b"text,category\na,b\nA,c\n", "two categories"),
        (b"", "empty"),
        (b"text,category\n", "no examples"),
    ],
)
def test_an_unusable_file_is_refused_with_one_line(
    candor: Candor, tmp_path: Path, content: bytes, expected: str
) -> None:
    path = tmp_path / "bad.csv"
    path.write_bytes(content)
    assert expected in candor.refusal("data", "import", "--company", "acme", str(path))


def test_each_mistake_on_the_command_line_is_one_line(candor: Candor, tmp_path: Path) -> None:
    assert "known: acme" in candor.refusal("parse", "--company", "nobody")
    assert "serves: en" in candor.refusal("parse", "--company", "acme", "--language", "xx")
    assert "No such file" in candor.refusal("data", "import", "--company", "acme", str(tmp_path / "none.csv"))
    assert "cannot be read" in candor.refusal("company", "list", "--config", str(tmp_path / "none.yaml"))
    profile = ("--name", "A", "--careers-url", "https://a.example", "--contact-email", "a@a.example")
    assert "there are: de, en, fr, zh" in candor.refusal("company", "add", "b", *profile, "--language", "tlh")
    assert "exists already" in candor.refusal("company", "add", "acme", *profile)
    assert "no country has the code 'UK'" in candor.refusal("company", "add", "b", *profile, "--country", "UK")


@pytest.mark.parametrize(
    "arguments", [("user", "add", "--email", "a\udcff@b.org", "--name", "A"), ("user", "list", "--company", "a\udcff")]
)
def test_an_argument_that_is_not_written_in_utf_8_is_one_line(candor: Candor, arguments: tuple[str, ...]) -> None:
    assert "is not written in UTF-8: write it anew" in candor.refusal(*arguments)


def test_one_category_only_cannot_be_evaluated(candor: Candor, tmp_path: Path) -> None:
    path = tmp_path / "one.csv"
    path.write_text("text,category\na,b\nc,b\n", encoding="utf-8")
    assert "two categories" in candor.refusal("evaluate", "nex-cv", str(path))
    both = ("--min-category-size", "5", "--other-min-prop", "0.1")
    assert "other_min_prop" in candor.refusal("evaluate", "nex-cv", str(path), *both)


def test_a_folder_that_cannot_be_written_is_one_line(candor: Candor, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert "file" in candor.refusal("company", "list", "--data-dir", str(tmp_path / "file" / "below"))
