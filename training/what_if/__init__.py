"""What a change of the questions would do, before it is saved: which stored questions would be answered differently."""

from training.what_if.comparing import Answered, Differing, Effect, Opinion, TypedQuestion, WhatIfResult
from training.what_if.draft import DatasetDraft

__all__ = ["Answered", "DatasetDraft", "Differing", "Effect", "Opinion", "TypedQuestion", "WhatIfResult"]
