"""The `candor` command: every error a user can cause is one line on standard error and exit code 2."""

from __future__ import annotations

import io
import os
import sys
from importlib import import_module

import click

from candor import product
from candor.tracebacks import print_crash
from training.child_process import end_with_parent

BAD = 2
LATER = os.EX_TEMPFAIL
"""Exit codes: for what somebody must mend, and for a database that may be there when the same is tried again."""
_NO_LETTERS = "surrogates not allowed"
"""What the database and files say to what Python made of bytes on the command line that are not UTF-8."""
_SHOWN = 40
SUBJECTS = {
    "serve": "serve",
    "chat": "talk",
    "parse": "talk",
    "train": "train",
    "prepare": "prepare",
    "evaluate": "evaluate",
    "breakdown": "breakdown",
    "data": "data",
    "company": "company",
    "user": "user",
    "openings": "openings",
    "erase": "erase",
    "backup": "backup",
    "restore": "backup",
}
"""Each command's module below candor.commands."""


class Subjects(click.Group):
    """Imports a command's module when the command is asked for: the libraries behind some take a second to load."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order of a first day's work."""
        return list(SUBJECTS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return the command."""
        if cmd_name not in SUBJECTS:
            return None
        module = import_module(f"candor.commands.{SUBJECTS[cmd_name]}")
        command: click.Command = getattr(module, cmd_name)
        return command


def _tell_version(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked and not ctx.resilient_parsing:
        click.echo(product.version())
        ctx.exit()


@click.group(cls=Subjects, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_tell_version,
    help="Tell version and commit.",
)
def candor() -> None:
    """A recruiting chatbot that says when it does not know.

    \b
    First steps:
      candor serve                                run the product; the first start makes a demo company
      candor chat --company demo                  talk to it in the terminal
      candor data check --company demo            look for trouble in the questions
      candor train --company demo                 retrain, measure, and promote or block
      candor evaluate nex-cv my.csv               measure a dataset of your own
    """


def main() -> None:
    """Run the command line; never shows a traceback for what a user can mend."""
    sys.excepthook = print_crash
    _write_what_can_be_written()
    end_with_parent()
    try:
        candor.main(standalone_mode=False)
    except click.exceptions.Abort:
        sys.exit(130)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(2)
    except click.ClickException as error:
        _fail(error.format_message())
    except user_errors() as error:
        _fail(str(error), LATER if isinstance(error, import_module("storage.database.errors").Unavailable) else BAD)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except MemoryError:
        _fail("the memory of this machine does not suffice: give fewer examples, or fewer --jobs")
    except UnicodeEncodeError as error:
        if error.reason != _NO_LETTERS:
            raise
        _fail(f"{error.object[:_SHOWN]!r} is not written in UTF-8: write it anew")
    except OSError as error:
        _fail(f"{error.filename or 'the system'}: {error.strerror or error}")


def user_errors() -> tuple[type[Exception], ...]:
    """Return what the rooms raise for what a user can mend; loaded when something went wrong: it takes a second."""
    rooms = {
        "candor.settings": "SettingsError",
        "storage.database.errors": "StorageError",
        "nlu.errors": "NluError",
        "evaluation.errors": "EvaluationError",
        "training.low_priority": "AlreadyTraining",
        "bot.errors": "BotError",
        "candor.backup.errors": "BackupError",
        "admin.errors": "SetupError",
    }
    return tuple(getattr(import_module(module), name) for module, name in rooms.items())


def _write_what_can_be_written() -> None:
    """Escape letters that the terminal's encoding lacks: a name in Chinese is no reason to end."""
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.encoding.lower().replace("_", "-") != "utf-8":
        sys.stdout.reconfigure(errors="backslashreplace")


def _fail(message: str, code: int = BAD) -> None:
    sys.stderr.write(f"candor: {' '.join(message.split())}\n")
    sys.exit(code)
