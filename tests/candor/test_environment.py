"""Settings from the environment: what each variable may say, and that none is ignored in silence."""

from __future__ import annotations

from pathlib import Path

import pytest

from candor.settings import load_settings
from workers.settings import SettingsError


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("CANDOR_SERVER__TRUSTED_PROXIES", "127.0.0.1", "server.trusted_proxies: write a list"),
        ("CANDOR_ALERTS__WEBHOOK_URL", "hooks.example.com/x", "alerts.webhook_url: write an address such as https://"),
        ("CANDOR_SERVER", "x", "server: write keys and their values"),
        ("CANDOR_SERVER", '{"port": "x"}', "server.port: write a whole number"),
        ("CANDOR_NLU__RECIPES", "x", "nlu.recipes: write keys and their values"),
        ("CANDOR_SERVER__PROT", "1", "unknown key 'server.prot'"),
        ("CANDOR_SERVR__PORT", "1", "CANDOR_SERVR__PORT: there is no section 'SERVR'; there are ADMIN, "),
        ("candor_server__port", "x", "server.port: write a whole number"),
        ("CANDOR_SERVER_PORT", "8081", "CANDOR_SERVER_PORT: there is no such setting; is it CANDOR_SERVER__PORT?"),
        ("CANDOR_DATADIR", "/srv", "CANDOR_DATADIR: there is no such setting; is it CANDOR_DATA_DIR?"),
        ("CANDOR_PORT", "80", "CANDOR_PORT: there is no such setting; is it CANDOR_SERVER__PORT?"),
        ("CANDOR_HOST", "x", "CANDOR_HOST: there is no such setting; is it CANDOR_SERVER__HOST?"),
        ("CANDOR_LOG_LVL", "x", "CANDOR_LOG_LVL: there is no such setting; is it CANDOR_LOG__LEVEL?"),
        ("CANDOR_MODE", "x", "CANDOR_MODE: there is no such setting (two"),
        ("CANDOR_DEBUG", "1", "CANDOR_DEBUG: there is no such setting (two"),
        ("CANDOR_XYZZY", "1", "CANDOR_XYZZY: there is no such setting (two underscores stand between"),
        ("CANDOR_DATA_DIR", "", "CANDOR_DATA_DIR: is empty; name a folder"),
    ],
)
def test_a_variable_that_cannot_be_used_is_refused_with_one_line_that_says_so(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, expected: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as refusal:
        load_settings()
    assert str(refusal.value).startswith(f"from the environment: {expected}")
    assert "\n" not in str(refusal.value)


def test_variables_that_others_set_are_no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CANDOR_PORT", "tcp://10.0.0.1:8080")
    monkeypatch.setenv("CANDOR_SERVICE_HOST", "10.0.0.1")
    monkeypatch.setenv("CANDOR_SERVICE_PORT_HTTP", "8080")
    monkeypatch.setenv("CANDOR_DATABASE_PORT_5432_TCP_ADDR", "10.0.0.2")
    monkeypatch.setenv("CANDOR_TEST_POSTGRES", "postgresql://root@127.0.0.1/test")
    assert load_settings().server.port == 8080


def test_an_empty_variable_counts_as_not_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("server: {public_url: 'https://chat.example'}", encoding="utf-8")
    monkeypatch.setenv("CANDOR_SERVER__CONNECTIONS", "")
    monkeypatch.setenv("CANDOR_SERVER__PUBLIC_URL", "")
    server = load_settings(path).server
    assert (server.connections, server.public_url) == (None, "https://chat.example")


def test_what_several_variables_make_wrong_together_is_not_blamed_on_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CANDOR_NLU__RECIPES", '{"xx": {"features": ["tfidf"]}}')
    with pytest.raises(SettingsError, match=r"yaml or the environment \(CANDOR_NLU__RECIPES\): nlu: 'xx' is no"):
        load_settings()


def test_the_environment_wins_over_the_file_and_the_command_line_over_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("server: {port: 1, host: file}", encoding="utf-8")
    monkeypatch.setenv("CANDOR_SERVER__PORT", "2")
    assert (load_settings(path).server.port, load_settings(path).server.host) == (2, "file")
    assert load_settings(path, {"server": {"port": 3}}).server.port == 3
