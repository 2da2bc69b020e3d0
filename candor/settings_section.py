"""What every section of the configuration is."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Share = Annotated[float, Field(ge=0, le=1)]


class Section(BaseModel):
    """A part of the configuration: unknown keys are refused, values cannot change later."""

    model_config = ConfigDict(frozen=True, extra="forbid")
