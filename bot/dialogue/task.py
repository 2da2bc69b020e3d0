"""What a task is: how it reads messages and buttons, and how it responds to what is decided for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.dialogue.acts import Act
from bot.dialogue.buttons import ButtonAct
from bot.dialogue.context import Context
from bot.dialogue.cues import Cues
from bot.dialogue.readings import Reading
from bot.dialogue.response import Asking, Response

Interpret = Callable[[Context, Cues], Iterable[Reading]]
Plainly = Callable[[Context, Cues], Reading | None]
Responded = Response | Asking[Response]
Press = Callable[[Context, Any], Reading]
Respond = Callable[[Context, Any], Responded]
Fulfilling = Callable[[Context], Responded]


@dataclass(frozen=True, slots=True)
class Task:
    """One thing that the bot does for candidates; all of it is pure.

    `interpret` yields what a typed message may mean to it, to be weighed against what it may mean to others; `plainly`
    returns what it can hardly mean but to this task, which needs no weighing. `press` has what its buttons mean, by
    their kind. `respond` has what it does for each kind of act that is decided for, `fulfil` the same for general
    intents.
    """

    name: str
    interpret: Interpret = lambda context, cues: ()
    plainly: Plainly = lambda context, cues: None
    press: Mapping[type[ButtonAct], Press] = field(default_factory=dict)
    respond: Mapping[type[Act], Respond] = field(default_factory=dict)
    fulfil: Mapping[str, Fulfilling] = field(default_factory=dict)
