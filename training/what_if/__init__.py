"""What a change of the questions would do, before it is saved: which stored questions would be answered differently."""

from training.what_if.comparing import Answered, Asked, Differing, Effect, Found, Opinion
from training.what_if.draft import Draft

__all__ = ["Answered", "Asked", "Differing", "Draft", "Effect", "Found", "Opinion"]
