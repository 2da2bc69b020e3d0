"""The least pay that somebody wants: "above 60k", "ab 3500 brutto", "plus de 40 000 € par an", 月薪一万以上. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from nlu.words.negation import denies
from nlu.words.normalise import simplified
from nlu.words.said_numbers import HAN_NUMBER, number

PayUnit = Literal["hour", "day", "week", "month", "year"]

_CURRENCIES = {
    "EUR": ("€", "eur", "euro", "euros", "欧元", "欧"),
    "CHF": ("chf", "sfr", "franken", "francs", "francs suisses", "swiss francs", "瑞士法郎", "瑞郎", "法郎"),
    "GBP": ("£", "gbp", "pounds", "pfund", "livres", "英镑"),
    "USD": ("$", "usd", "dollars", "dollar", "美元", "美金"),
    "CNY": ("¥", "￥", "cny", "rmb", "yuan", "人民币", "元"),
}
_NUMBER = r"\d{1,3}(?:[.,'’\s]\d{3})+(?!\d)|\d+(?:[.,]\d{1,2})?(?!\d)"
_ANY_NUMBER = re.compile(rf"\d|{HAN_NUMBER}")
_WAN = "万|w"
_HOURLY, _MONTHLY, _MONTHLY_IN_CHINESE = 250.0, 15_000.0, 60_000.0
"""A bare amount up to the first is taken for an hour's pay, below the second for a month's, else for a year's."""
_SURE, _YEARS, _LEAST_OF_A_MONTH = 1000.0, range(1990, 2101), 400.0
_DIGITS_OF_PAY = 4
"""So many are pay where no less is wanted, whatever stands beside them: fewer may be an age."""
_FREE = re.compile(r"\s*(?:$|[.,;!?)，。；！？]|(?:in|im|à|a|en|dans|near|bei|und|and|et)\b|的)")
"""What may follow an amount that nothing else shows to be money."""
_CLAUSE_END = re.compile(r"[,;:!?，。；：！？]|\.(?!\d)")


@dataclass(frozen=True, slots=True)
class PayBound:
    """At least `amount` per `unit`, in `currency` (an ISO code) where one is said."""

    amount: float
    unit: PayUnit
    currency: str | None = None


class PayReader:
    """Finds the least pay that a message asks for, by the words of one language (`data/pay`)."""

    def __init__(self, words: Mapping[str, Sequence[str]], language: str) -> None:
        self._language, self._chinese = language, language == "zh"
        units: tuple[PayUnit, ...] = get_args(PayUnit)
        self._units = {unit: self._choice(words[unit]) for unit in units}
        self._spoken = {unit: self._compiled(words.get(f"{unit}_pay", ())) for unit in units}
        self._noun = self._compiled(words["noun"])
        self._no_less = self._compiled(words["no_less"])
        self._in_words = {form: float(name) for name in words if name.isdigit() for form in words[name]}
        self._thousands = [word for word in words["thousand"] if any(form.endswith(word) for form in self._in_words)]
        self._bound = re.compile(self._pattern(words, HAN_NUMBER if self._chinese else "(?!)"))
        self._bound_in_words = re.compile(self._pattern(words, self._choice(self._in_words) or "(?!)"))
        self._currencies = {form: code for code, forms in _CURRENCIES.items() for form in forms}

    def find(self, text: str) -> tuple[PayBound, int, int] | None:
        """Return the first bound with where it stands, `text[start:end]`; None where none is asked for."""
        line = simplified(text).lower()
        in_words = any(word in line for word in self._thousands)  # the pattern of those is long, and seldom needed
        if len(line) != len(text) or not (in_words or _ANY_NUMBER.search(line)):
            return None
        no_less = self._no_less.search(line) is not None
        for match in (self._bound_in_words if in_words else self._bound).finditer(line):
            least = match["least"] or match["more"] or self._is_refused(line, match) or (no_less and _is_amount(match))
            if least and (bound := self._read(line, match)):
                return bound, match.start(), match.end()
        return None

    def _is_refused(self, line: str, match: re.Match[str]) -> bool:
        """Whether less is what its clause turns down: "I can't go below 30k"."""
        if not (match["below"] or match["and_below"]):
            return False
        begins = max((end.end() for end in _CLAUSE_END.finditer(line, 0, match.start())), default=0)
        ends = _CLAUSE_END.search(line, match.end())
        return denies(line[begins : ends.start() if ends else None], self._language)

    def _read(self, line: str, match: re.Match[str]) -> PayBound | None:
        said = match["number"]
        amount = self._in_words.get(said) or number(said) * self._times(match["times"] or match["times_2"])
        if match["half"]:
            amount += number(match["half"]) * 1000
        sign = match["sign"] or match["sign_2"] or match["sign_3"]
        if not amount or not self._is_money(line, match, amount, sign):
            return None
        return PayBound(amount, self._unit(line, match, amount), self._currencies[sign] if sign else None)

    def _is_money(self, line: str, match: re.Match[str], amount: float, sign: str | None) -> bool:
        said = match["times"] or match["times_2"] or match["gross"] or sign or self._noun.search(line)
        paid = self._unit_beside(match) and amount >= _LEAST_OF_A_MONTH
        bare = amount >= _SURE and amount not in _YEARS and _FREE.match(line[match.end() :])
        return bool(said or paid or bare)

    def _unit_beside(self, match: re.Match[str]) -> PayUnit | None:
        beside = match["unit"] or match["unit_2"] or ""
        return next((unit for unit in get_args(PayUnit) if re.fullmatch(self._units[unit], beside)), None)

    def _unit(self, line: str, match: re.Match[str], amount: float) -> PayUnit:
        beside = self._unit_beside(match)
        if beside:
            return beside
        for unit, spoken in self._spoken.items():
            if spoken.search(line):
                return unit
        if amount <= _HOURLY:
            return "hour"
        return "month" if amount < (_MONTHLY_IN_CHINESE if self._chinese else _MONTHLY) else "year"

    def _times(self, said: str | None) -> float:
        if not said:
            return 1.0
        return 10_000.0 if re.fullmatch(_WAN, said) else 1000.0

    def _pattern(self, words: Mapping[str, Sequence[str]], in_words: str) -> str:
        sign = self._choice(form for forms in _CURRENCIES.values() for form in forms)
        number = f"{in_words}|{_NUMBER}"
        times = self._choice(words["thousand"]) + (f"|{_WAN}" if self._chinese else "")
        unit = "|".join(self._units.values())
        half = r"(?P<half>[一二两三四五六七八九]|\d(?!\d))?" if self._chinese else "(?P<half>(?!))?"
        to = rf"(?:\s?(?:-|–|~|to|bis|und|and|et|à|a|至|到)\s?(?:{sign})?\s?(?:{number})\s?(?P<times_2>{times})?)?"
        noun = rf"(?:(?:{self._choice(words['noun'])})\s{{0,2}}(?:(?:of|von|de)\s{{0,2}})?)?"
        least, below = self._choice(words["least"]), self._choice(words["below"])
        noun_before = rf"(?:(?:(?P<least>{least})|(?P<below>{below}))\s*{noun})?"
        and_below = self._choice(words.get("and_below", ())) or "(?!)"
        return (
            rf"{noun}{noun_before}(?P<sign>{sign})?\s?(?<![\d.,])(?P<number>{number})"
            rf"\s?(?P<times>{times})?{half}\s?(?P<sign_2>{sign})?{to}\s?(?P<sign_3>{sign})?"
            rf"(?:\s*(?P<unit>{unit}))?(?:\s*(?P<gross>{self._choice(words['gross'])}))?(?:\s*(?P<unit_2>{unit}))?"
            rf"(?:\s*(?P<more>{self._choice(words['and_more'])})|(?P<and_below>{and_below}))?"
        )

    def _compiled(self, forms: Iterable[str]) -> re.Pattern[str]:
        return re.compile(self._choice(forms) or "(?!)")

    def _choice(self, forms: Iterable[str]) -> str:
        """Return a pattern of any of the forms, the longest first, as whole words where words stand apart."""
        return "|".join(self._whole(form) for form in sorted(set(forms), key=len, reverse=True))

    def _whole(self, form: str) -> str:
        letter = "[a-z]" if self._chinese else r"[^\W\d_]"
        first, last = (re.fullmatch(letter, form[place]) for place in (0, -1))
        return (rf"(?<!{letter})" if first else "") + re.escape(form) + (rf"(?!{letter})" if last else "")


def _is_amount(match: re.Match[str]) -> bool:
    """Whether a number is money by itself, and no age or count of years: "and not less" tells of pay alone."""
    beside = match["unit"] or match["unit_2"] or match["times"] or match["sign"] or match["sign_2"] or match["sign_3"]
    return bool(beside) or len(re.sub(r"\D", "", match["number"])) >= _DIGITS_OF_PAY
