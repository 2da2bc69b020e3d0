"""Names of people, as they type them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import cache
from typing import Final

from nlu.product_files import DATA_FOLDER
from nlu.starter import phrases
from nlu.words.script import HAN, IS_HAN

NAME_LIMIT: Final = 80
_WORDS: Final = 6
_FEW_WORDS: Final = 4
_BARE_WORDS: Final = 3
_SHORT_WORD: Final = 3
"""Letters from which on a word that one language calls small is no name in another."""
_BARE_CHARACTERS: Final = 4
_MOST_BESIDE: Final = 3
"""Words beside a name that is given anew ("oh no, it's ...")."""
_ALIKE: Final = 0.6
_ALIKE_IN_CHINESE: Final = 0.5
"""From which likeness on a name is the one given before, mended: of two characters one may be another."""
_BEGINS: Final = rf"(?:^|(?<=[^\w])|(?<=[{HAN}])|(?=[{HAN}]))"
"""Where a word may begin: Chinese has no blanks."""
_ENDS: Final = rf"(?:$|(?=[^\w])|(?=[{HAN}])|(?<=[{HAN}]))"
_CLAUSE_MARKS: Final = r",;:.!?|()<>\[\]，；：。！？…（）"
_PARTICLES: Final = re.compile(
    r"(?:v[ao]n|vom|zur?|d[aeiou]|dos|dell?a?|l[ae]|[ae]l|b[ei]n|ibn|de[nr]|ten)$", re.IGNORECASE
)
"""Small words within a name, which need no capital."""
_AROUND_A_NAME: Final = " \t\n,;:/|·-–—，；：。"


def name_in(text: str) -> str:
    """Return the name that a text gives, on one line.

    >>> name_in("My name is  Anna\\nLópez."), name_in("我叫王芳"), name_in("Imani"), name_in("OK then, my name is Bo")
    ('Anna López', '王芳', 'Imani', 'Bo')
    >>> name_in("my name is Dr. Anna K. Berg and I live in Ulm"), name_in("my name is not right")
    ('Dr. Anna K. Berg', '')
    """
    said = _introduced(text)
    said = _words("self", "^{}").sub("", text.strip()).lstrip(_AROUND_A_NAME) if said is None else said
    return " ".join(said.split()).rstrip(".。!！")


def name_beside_an_address(text: str) -> str | None:
    """Return the name in a text whose address was cut out, None where none is said or several things may be one.

    >>> name_beside_an_address("Anna Lopez <>"), name_beside_an_address("Contact me at ")
    ('Anna Lopez', None)
    """
    if _introduced(text) is not None:
        return name_in(text) if says_its_name(text) else None
    said = [each for each in _clauses(text.replace("\n", ";")) if not _words("address").search(each)]
    names = [name for each in said if (name := name_in(_words("end").split(each)[0])).strip(_AROUND_A_NAME)]
    return names[0] if len(names) == 1 and is_name(names[0]) and len(names[0].split()) <= _FEW_WORDS else None


def says_its_name(text: str) -> bool:
    """Tell whether a text says a name and can hardly mean anything else.

    >>> says_its_name("Gut, ich heiße Anna Löpez"), says_its_name("Ich bin am Ende"), says_its_name("Anna Löpez")
    (True, False, False)
    """
    introduced = _introduced(text) is not None
    return introduced and is_name(text) and len(name_in(text).split()) <= _FEW_WORDS


def is_name(text: str) -> bool:
    """Tell whether a text can be a person's name: a few words with letters and no digits, and no yes or no.

    >>> is_name("Jean-Luc d’Artagnan"), is_name("2 + 2"), is_name("x" * 200), is_name("a@b.example")
    (True, False, False, False)
    """
    name = name_in(text)
    few = 0 < len(name) <= NAME_LIMIT and len(name.split()) <= _WORDS
    few = few and not says_no_name(text) and not _words("no_name", "^{}$").match(name)
    return few and any(each.isalpha() for each in name) and not re.search(r"[\d@<>{}\[\]/\\=+*#|_]", name)


def says_no_name(text: str) -> bool:
    """Tell whether all that a text says is a yes or a no, or that a name is nobody's business.

    >>> says_no_name("OK, send it"), says_no_name("对，发吧"), says_no_name("Bo"), says_no_name("c'est bon, Bo")
    (True, True, False, False)
    """
    said = list(_clauses(text.replace("’", "'")))
    return bool(said) and all(_words("nobody", "^{}$").match(each) for each in said)


def name_instead(text: str) -> str | None:
    """Return the name that a text says is the right one, None where it says none in capitals or Han characters.

    >>> name_instead("the name is wrong, it's Jo Reed"), name_instead("名字错了，是王晓明"), name_instead("it's a typo")
    ('Jo Reed', '王晓明', None)
    >>> name_instead("Name ist falsch, Jan Müller"), name_instead("Jan Müller"), name_instead("Name ist falsch, Mist")
    ('Jan Müller', None, None)
    """
    *before, last = ("", *_clauses(text.replace("’", "'")))
    said = _words("instead", "^{}").sub("", last).strip(_AROUND_A_NAME)
    stands_alone = len(before) > 1 and (holds_a_given_name(last) or is_written_as_a_name(last))
    is_one = (said != last or stands_alone) and not _words("no_name", "^{}").match(said) and is_bare_name(said)
    is_one = is_one and all(not word[0].islower() for word in said.split())
    return name_in(said) if is_one else None


def corrected_name(text: str, given: str) -> str | None:
    """Return the name in a text that is nearly the one given before, beside a few other words; None where none is.

    >>> corrected_name("sorry it's Thomas Baker", "Tom Baker"), corrected_name("写错了，是李蕾", "李雷")
    ('Thomas Baker', '李蕾')
    >>> corrected_name("Tom Baker", "Tom Baker"), corrected_name("Baker Street please", "Tom Baker")
    (None, None)
    """
    found = [each for each in _spans(text) if each != given and is_bare_name(each) and not says_no_part_of_a_name(each)]
    likeness, best = max(((_likeness(each, given), each) for each in found), default=(0.0, ""))
    least = _ALIKE_IN_CHINESE if IS_HAN.search(given) else _ALIKE
    in_capitals = all(each[0].isupper() or _PARTICLES.match(each) for each in _parts(best))
    return name_in(best) if likeness >= least and (in_capitals or given.islower() or IS_HAN.search(best)) else None


def _spans(text: str) -> Iterator[str]:
    """A few words that stand together in a clause, with few besides; of a Chinese clause its end."""
    for clause in _clauses(text):
        said = clause.split()
        if IS_HAN.search(clause):
            yield from (clause[-length:] for length in range(2, _BARE_CHARACTERS + 1) if length <= len(clause))
        if len(text.split()) - _BARE_WORDS > _MOST_BESIDE:
            return
        yield from (" ".join(said[a:b]) for a in range(len(said)) for b in range(a + 1, len(said) + 1))


def _likeness(name: str, given: str) -> float:
    """How much two names are alike, in [0, 1], each of as many words, or one more."""
    if len(name.split()) - len(given.split()) not in (0, 1):
        return 0.0
    return SequenceMatcher(None, name.casefold(), given.casefold()).ratio()


def is_bare_name(text: str) -> bool:
    """Tell whether a text can be nothing but a name: three words at most, or four Chinese characters.

    >>> is_bare_name("Long Nguyen"), is_bare_name("王小明"), is_bare_name("takes too long for me")
    (True, True, False)
    """
    name = name_in(text)
    return is_name(text) and len(name.split()) <= _BARE_WORDS and len(IS_HAN.findall(name)) <= _BARE_CHARACTERS


def holds_a_given_name(text: str) -> bool:
    """Tell whether a text can be nothing but a name, and holds a given name or begins with a Chinese family name.

    >>> holds_a_given_name("Sabine Koch"), holds_a_given_name("koch kassel"), holds_a_given_name("王小明")
    (True, False, True)
    """
    if not is_bare_name(text) or says_no_part_of_a_name(text):
        return False
    return any(each.casefold() in _forms("given") for each in _parts(text)) or bool(_chinese_name().match(text.strip()))


def is_written_as_a_name(text: str) -> bool:
    """Tell whether a text can be nothing but a name of several words, each of which has a capital.

    >>> is_written_as_a_name("Dilnoza Baker"), is_written_as_a_name("Night shift"), is_written_as_a_name("My Question")
    (True, False, False)
    """
    parts = [each for each in _parts(text) if not _PARTICLES.match(each)]
    return (
        is_bare_name(text) and len(parts) > 1 and all(map(_has_a_capital, parts)) and not says_no_part_of_a_name(text)
    )


def is_a_name_alone(text: str) -> bool:
    """Tell whether a text is nothing but a name in Latin letters with capitals that begins with a known given name.

    >>> is_a_name_alone("Bob Miller"), is_a_name_alone("Grace"), is_a_name_alone("max size?"), is_a_name_alone("王小明")
    (True, True, False, False)
    >>> is_a_name_alone("Guten Morgen Marie"), is_a_name_alone("Ich heiße Ilse"), is_a_name_alone("ROGER")
    (False, False, False)
    """
    parts = _parts(text)
    begins = bool(parts) and parts[0].casefold() in _forms("given") and name_in(text) == text.strip()
    named = [each for each in parts if not _PARTICLES.match(each)]
    return begins and all(_has_a_capital(each) and not each.isupper() for each in named) and holds_a_given_name(text)


def without_a_name(text: str) -> str:
    """Return a text without the name in Latin letters that it says, or that it is.

    >>> without_a_name("My name is Katrin Vogel."), without_a_name("Bob Miller"), without_a_name("Guten Tag")
    ('My name is .', '', 'Guten Tag')
    """
    if is_a_name_alone(text):
        return ""
    name = name_in(text) if says_its_name(text) else ""
    return text.replace(name, "") if name and not IS_HAN.search(name) else text


def may_be_a_first_name(text: str) -> bool:
    """Tell whether a text is one word with a capital that a name may be; lists of words know none such.

    >>> may_be_a_first_name("Jarek"), may_be_a_first_name("Warum"), may_be_a_first_name("salary")
    (True, False, False)
    """
    parts = _parts(text)
    alone = len(parts) == 1 and _has_a_capital(parts[0]) and is_bare_name(text)
    return alone and not says_no_part_of_a_name(text)


def says_no_part_of_a_name(text: str) -> bool:
    """Tell whether a text has a word that no name holds: of what is asked, sought or done; "Best" may follow "George".

    >>> says_no_part_of_a_name("what now"), says_no_part_of_a_name("George Best"), says_no_part_of_a_name("更多职位")
    (True, False, True)
    """
    parts = _parts(name_in(text))
    inner = range(1, len(parts) - 1)
    parts = [each for at, each in enumerate(parts) if not (at in inner and _PARTICLES.match(each))]
    named = any(each.casefold() in _forms("given") for each in parts)
    said = [at for at, each in enumerate(parts) if each.casefold() in _forms("small") and not _may_be_a_name(each)]
    least = 2 if _chinese_name().match(text.strip()) else 1
    in_chinese = any(len(each) >= least and each in text for each in _forms("small") if IS_HAN.match(each))
    return in_chinese or any(not (named and at and _has_a_capital(parts[at])) for at in said)


def says_what_no_name_holds(text: str) -> bool:
    """Tell whether a longer text that introduces nobody, and holds no given name, has a word that no name holds.

    >>> says_what_no_name_holds("no wait, the third one"), says_what_no_name_holds("林以柔，护照上是 Lin Yi-Jou")
    (True, False)
    """
    given = any(each.casefold() in _forms("given") and _has_a_capital(each) for each in _parts(text))
    given = given or any(map(holds_a_given_name, _clauses(text)))
    foreign = "·" in text  # parts of a name from elsewhere, in Chinese
    return _introduced(text) is None and not (given or foreign) and says_no_part_of_a_name(text)


def _may_be_a_name(word: str) -> bool:
    """Whether what is a small word somewhere is a given name as well, or short and written as one ("Ma Long")."""
    return word.casefold() in _forms("given") or (len(word) < _SHORT_WORD and _has_a_capital(word))


def _parts(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)*", text)


def _has_a_capital(word: str) -> bool:
    return word[0].isupper()


@cache
def _chinese_name() -> re.Pattern[str]:
    """A family name and one or two characters; in four, the first two are one."""
    return re.compile(rf"(?:{'|'.join(sorted(_forms('family'), key=len, reverse=True))})[{HAN}]{{1,2}}$")


@cache
def _forms(meaning: str) -> frozenset[str]:
    """The forms in `data/introductions` of this meaning, in any language."""
    listed = phrases(DATA_FOLDER, "introductions").values()
    return frozenset(form.casefold() for of_language in listed for form in of_language[meaning])


def _introduced(text: str) -> str | None:
    """What follows the last words with which a name is said, as far as a name goes; "" where that is none."""
    *_, last = (None, *_words("name").finditer(text.strip()))
    if last is None:
        return None
    after = text.strip()[last.end() :].lstrip(_AROUND_A_NAME)
    clause = next(_clauses(after), "")
    return "" if _words("no_name", "^{}").match(after) else _words("end").split(clause)[0].strip(_AROUND_A_NAME)


def _clauses(text: str) -> Iterator[str]:
    """The clauses of a text: a title or an initial ends none ("Dr. Anna K. Berg"), a dash between blanks does."""
    pattern = rf"(?:{_words('title').pattern}\.|\b[^\W\d_{HAN}]\.|(?!\s[-–—/·]+\s)[^{_CLAUSE_MARKS}])+"
    found = re.findall(pattern, text, re.IGNORECASE)
    return filter(None, (each.strip(_AROUND_A_NAME) for each in found))


@cache
def _words(meaning: str, where: str = _BEGINS + "{}") -> re.Pattern[str]:
    """The forms in `data/introductions` of this meaning, in any language, as words anywhere in a text or at `where`."""
    listed = phrases(DATA_FOLDER, "introductions").values()
    forms = [form for of_language in listed for form in of_language[meaning]]
    choice = "|".join(map(re.escape, sorted(forms, key=len, reverse=True)))
    return re.compile(where.format(rf"(?:{choice}){_ENDS}"), re.IGNORECASE)
