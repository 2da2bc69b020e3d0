"""Options that several commands share, and the way from them to settings."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from candor.product import DEFAULT_CONFIG
from candor.settings import Settings, load_settings

if TYPE_CHECKING:  # `candor serve` listens before SQLAlchemy is there, which takes half a second to import
    from storage import Connection
    from storage.companies.companies import Company

row_number = click.IntRange(1, 2**63 - 1)
"""The number of a row, within what both databases can hold."""
company_option = click.option("--company", "company_key", required=True, metavar="KEY", help="The company's key.")


class _Folder(click.Path):
    """A folder, which "" is not: as a path it would be the current one."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path; fails for an empty name, as of a variable that is not set."""
        if value == "":
            self.fail("name a folder; . is the current one", param, ctx)
        return super().convert(value, param, ctx)


def with_settings(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command --config and --data-dir, and the settings they lead to as its first argument."""

    @click.option("--config", type=click.Path(path_type=Path), help=f"Settings file (default: {DEFAULT_CONFIG}).")
    @click.option("--data-dir", type=_Folder(path_type=Path), help="Folder of database and models.")
    @functools.wraps(command)
    def wrapped(config: Path | None, data_dir: Path | None, **options: Any) -> Any:
        overrides: dict[str, Any] = {"data_dir": data_dir} if data_dir else {}
        if "host" in options or "port" in options:
            server = {key: options.pop(key) for key in ("host", "port")}
            overrides["server"] = {key: value for key, value in server.items() if value is not None}
        return command(load_settings(config, overrides), **options)

    return wrapped


def find_company(conn: Connection, key: str) -> Company:
    """Return the company; raises a usage error that names the ones there are."""
    from storage.companies import companies

    company = companies.by_key(conn, key)
    if company is None:
        known = ", ".join(c.key for c in companies.all_companies(conn)) or "none yet: candor company add"
        raise click.UsageError(f"there is no company {key!r} (known: {known})")
    return company


def require_language(company: Company, language: str | None) -> str:
    """Return the language asked for, or the company's default; raises a usage error for one it does not serve."""
    if language is not None and language not in company.languages:
        raise click.UsageError(f"{company.key} does not serve {language!r} (it serves: {', '.join(company.languages)})")
    return language or company.default_language


__all__ = ["Settings", "company_option", "find_company", "require_language", "row_number", "with_settings"]
