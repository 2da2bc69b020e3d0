"""What the demo company's bot makes of sentences, and what that counts as."""

from __future__ import annotations
