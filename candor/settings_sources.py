"""Where settings come from, the file and the environment, and what is said of a value that cannot be used."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

import yaml
from pydantic import ValidationError
from pydantic.fields import FieldInfo
from pydantic_settings import EnvSettingsSource

from candor.product import DEFAULT_CONFIG
from workers.settings import SettingsError

PREFIX: Final = "CANDOR_"
BETWEEN: Final = "__"
# Keys of earlier versions, and what to write now.
_GONE = {"server.trust_proxy": "list your proxies' networks in server.trusted_proxies, as in [127.0.0.1, 10.0.0.0/8]"}
_SECRET = re.compile(r"password|secret|webhook_url|database_url")
_EXPECTED: Final[Mapping[str, str]] = {
    "int": "write a whole number",
    "float": "write a number, with a point",
    "bool": "write true or false",
    "string": "write a text, in quotes",
    "tuple": 'write a list, as in ["a", "b"]',
    "list": 'write a list, as in ["a", "b"]',
    "dict": 'write keys and their values, as in {"key": "value"}',
    "model": 'write keys and their values, as in {"key": "value"}',
}
"""What to write instead, by the first word of pydantic's types of errors about a value of another type."""
_OTHER_TYPE = re.compile(r"([a-z]+)_(type|parsing|parsing_size|from_float|attributes_type)")


_OTHERS = re.compile(
    rf"{PREFIX}(LIFELINE|DATA|CHROMIUM|ARTIFACTS|SCREENSHOTS|TEST_\w+|(\w+_)?SERVICE_HOST|(\w+_)?SERVICE_PORT(_\w+)?"
    r"|(\w+_)?PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)"
)
"""No settings: what ties processes together, what tests and benchmarks read, what Kubernetes tells of services."""
_LINKED = re.compile(rf"{PREFIX}(\w+_)?PORT")
"""What Kubernetes says as well, where it holds a URL."""


class Environment(EnvSettingsSource):
    """Variables such as CANDOR_SERVER__PORT; a list that is not written as JSON is refused like any other value."""

    def decode_complex_value(self, field_name: str, field: FieldInfo, value: Any) -> Any:
        """Return what the variable says, or its text where that is no JSON."""
        try:
            return json.loads(value)
        except ValueError:
            return value


_TEXT: Final = ("tag:yaml.org,2002:str", "tag:yaml.org,2002:merge")


class _Loader(yaml.SafeLoader):
    """Refuses a key that is no text, and one that stands twice: all below the first one would be lost in silence."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen = set[str]()
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode) or key.tag not in _TEXT:
                raise _NoTextError(key.start_mark.line + 1)
            if key.value in seen:
                raise _TwiceError(key.value, key.start_mark.line + 1)
            seen.add(key.value)
        return super().construct_mapping(node, deep)


class _TwiceError(ValueError):
    """A key stands a second time in one place, in that line."""


class _NoTextError(ValueError):
    """A key is a number, a list or the like, in that line."""


def read(path: Path) -> dict[str, Any]:
    """Return what the file says; a section without keys says nothing. Raises SettingsError."""
    try:
        values = yaml.load(path.read_text(encoding="utf-8"), _Loader)  # noqa: S506 (it is a SafeLoader)
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read ({error.strerror}); name another file with --config") from None
    except _TwiceError as error:
        key, line = error.args
        raise SettingsError(f"{path}: {key!r} stands a second time in line {line}; put all in one place") from None
    except _NoTextError as error:
        raise SettingsError(f"{path}: the key in line {error} is no text; write a text, in quotes") from None
    except UnicodeDecodeError:
        raise SettingsError(f"{path}: is not UTF-8; save it as UTF-8") from None
    except (yaml.YAMLError, ValueError) as error:
        detail = " ".join(str(error).split())
        raise SettingsError(f"{path}: is not valid YAML ({detail})") from None
    if values is not None and not isinstance(values, dict):
        raise SettingsError(f"{path}: must hold `key: value` lines")
    return {key: value for key, value in (values or {}).items() if value is not None}


def check_names(sections: Mapping[str, FieldInfo]) -> None:
    """Raise SettingsError where a variable of the environment that begins as ours do is none that there is."""
    for name, value in sorted(os.environ.items()):
        ours = name.upper()
        if not ours.startswith(PREFIX) or _OTHERS.fullmatch(ours) or (_LINKED.fullmatch(ours) and "://" in value):
            continue
        first, between, _ = ours.removeprefix(PREFIX).partition(BETWEEN)
        if first.lower() not in sections:
            raise SettingsError(f"from the environment: {name}: {_no_such(first, between, sections)}")
        if first.lower() == "data_dir" and not value:
            raise SettingsError(f"from the environment: {name}: is empty; name a folder, or leave it out")


def _no_such(first: str, between: str, sections: Mapping[str, FieldInfo]) -> str:
    """Say what is wrong with a variable, and which one is nearest."""
    if between:
        return f"there is no section {first!r}; there are {', '.join(each.upper() for each in sorted(sections))}"
    variables = list(_variables(sections))
    alone = [_letters(each.rpartition(BETWEEN)[2].removeprefix(PREFIX)) for each in variables]
    keys = {key: each for key, each in zip(alone, variables, strict=True) if alone.count(key) == 1}
    keys |= {_letters(each.removeprefix(PREFIX)): each for each in variables}
    nearest = get_close_matches(_letters(first), keys, n=1, cutoff=0.7)
    hint = f"; is it {keys[nearest[0]]}?" if nearest else ""
    return f"there is no such setting{hint} (two underscores stand between section and key)"


def _variables(sections: Mapping[str, FieldInfo]) -> Iterator[str]:
    for name, field in sections.items():
        below = getattr(field.annotation, "model_fields", None)
        yield from (PREFIX + BETWEEN.join((name, key)).upper() for key in below) if below else [PREFIX + name.upper()]


def _letters(name: str) -> str:
    return name.replace("_", "")


def explain(path: Path, error: ValidationError) -> str:
    """Say in one line which value cannot be used, where it comes from, and what to write."""
    first = error.errors()[0]
    key = ".".join(str(part) for part in first["loc"])
    where = _where(path, first["loc"])
    if key in _GONE:
        return f"{where}: {key!r} is no longer a key: {_GONE[key]}"
    if first["type"] == "extra_forbidden":
        return f"{where}: unknown key {key!r}; {DEFAULT_CONFIG} holds all that there are"
    type_ = _OTHER_TYPE.fullmatch(first["type"])
    wanted = _EXPECTED.get(type_[1] if type_ else "", first["msg"].removeprefix("Value error, "))
    # What is wrong with several keys together is named in the reason: a whole section would only hide it.
    hidden = isinstance(first["input"], dict) or _SECRET.search(key)
    given = "" if hidden else f", got {first['input']!r}"
    return f"{where}: {key}: {wanted}{given}"


def _where(path: Path, place: tuple[int | str, ...]) -> str:
    """Say where a value comes from: what it stands in may be a variable, or partly given by some."""
    names = {name.upper() for name, value in os.environ.items() if value}
    parts = [str(part).upper() for part in place]
    if any(PREFIX + BETWEEN.join(parts[:end]) in names for end in range(1, len(parts) + 1)):
        return "from the environment"
    inside = sorted(name for name in names if parts and name.startswith(PREFIX + BETWEEN.join((*parts, ""))))
    return f"{path} or the environment ({', '.join(inside)})" if inside else str(path)
