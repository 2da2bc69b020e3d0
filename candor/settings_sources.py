"""Where settings come from, the file and the environment, and what is said of a value that cannot be used."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Collection, Mapping
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


def check_names(sections: Collection[str]) -> None:
    """Raise SettingsError where a variable of the environment names a section that is not there."""
    for name in sorted(os.environ):
        section, between, _ = name.upper().removeprefix(PREFIX).partition(BETWEEN)
        if name.upper().startswith(PREFIX) and between and section.lower() not in sections:
            known = ", ".join(each.upper() for each in sorted(sections))
            raise SettingsError(f"from the environment: {name}: there is no section {section!r}; there are {known}")


def explain(path: Path, error: ValidationError) -> str:
    """Say in one line which value cannot be used, where it comes from, and what to write."""
    first = error.errors()[0]
    key = ".".join(str(part) for part in first["loc"])
    where = "from the environment" if _is_from_environment(first["loc"]) else str(path)
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


def _is_from_environment(place: tuple[int | str, ...]) -> bool:
    """Whether the value, or the section or list that it stands in, is a variable of the environment."""
    names = {name.upper() for name in os.environ}
    parts = [str(part).upper() for part in place]
    return any(PREFIX + BETWEEN.join(parts[:end]) in names for end in range(1, len(parts) + 1))
