"""What a category is called on a button, for want of a title that somebody wrote. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

_MADE_FOR_FILES = re.compile(r"[^\W_]+(?:[_-][^\W_]+)*")
_WORD = re.compile(r"[^\W\d_]+")
_BEGINS = re.compile(r"(?:^|[.!?:;\n•*\-–])[\s\"'“„«(*]*$")


def in_words(called: str, answer: str = "") -> str:
    """Return what people call a category as a title to read, its words spelt as the category's answer spells them.

    >>> in_words("parental_leave"), in_words("IT-jobs"), in_words("Pay - trainees")
    ('Parental leave', 'IT jobs', 'Pay - trainees')
    >>> in_words("dbs_check", "Nurses bring a DBS check. Check it first.")
    'DBS check'
    """
    words = re.sub("[_-]", " ", called) if _MADE_FOR_FILES.fullmatch(called) else called
    spelt = _spellings(answer) if answer and words == words.lower() else {}
    words = _WORD.sub(lambda found: spelt.get(found[0], found[0]), " ".join(words.split()))
    return words[:1].upper() + words[1:]


def _spellings(text: str) -> Mapping[str, str]:
    """Words in small letters, as the text spells them most often where no sentence begins."""
    counted = Counter(each[0] for each in _WORD.finditer(text) if not _BEGINS.search(text[: each.start()]))
    return {word.lower(): word for word, _ in reversed(counted.most_common())}
