"""The small words that decide, by language, whether a city's name means the city."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from nlu.entities.town_like_words import town_like_words


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


@dataclass(frozen=True, slots=True)
class CityWords:
    """What a language says around cities; all words folded.

    `places` stand before a city and hardly anything else ("in", "near"; two words as "pres de"), `weak_places` before
    other words too ("from"), `after` behind a city (Chinese), `listing` between two cities, `titles` and `naming`
    before a person; `fillers` may stand in an answer that names nothing but cities. `homes` are the countries whose
    cities are spoken of in this language first. Where `capital_is_a_sign` is False every noun has a capital.
    """

    language: str
    places: frozenset[str]
    weak_places: frozenset[str]
    listing: frozenset[str]
    titles: frozenset[str]
    naming: frozenset[str]
    fillers: frozenset[str]
    homes: frozenset[str]
    after: frozenset[str] = field(default=frozenset())
    capital_is_a_sign: bool = True

    @property
    def ordinary(self) -> frozenset[str]:
        """Words of the language that are also towns."""
        return town_like_words(self.language)

    def is_function_word(self, word: str) -> bool:
        """Whether a word is never a city's whole name, however short the message."""
        return any(word in words for words in (self.places, self.weak_places, self.listing, self.fillers))


_ENGLISH = CityWords(
    language="en",
    places=_words("in near around outside within nearby")
    | {"close to", "next to", "north of", "south of", "region of"},
    weak_places=_words("at from to towards for into by city of"),
    listing=_words("or and & andor"),
    titles=_words("mr mrs ms miss dr prof professor madam sir frau herr"),
    naming=_words("named called") | {"name is", "name s", "m called", "am called"},
    fillers=_words("please maybe somewhere anywhere the area preferably ideally city thanks just only i d like"),
    homes=_words("GB US IE CA AU NZ"),
)
_GERMAN = CityWords(
    language="de",
    places=_words("in bei um nach raum nahe grossraum umkreis standort aus ab innerhalb filiale niederlassung stadt")
    | {"nahe von", "nah an", "umgebung von", "umkreis von", "region von", "nordlich von", "sudlich von"},
    weak_places=_words("von zwischen bis region gegend ort fur uber zu an"),
    listing=_words("oder und & bzw beziehungsweise sowie undoder"),
    titles=_words("herr herrn frau fr hr dr prof familie firma"),
    naming=_words("heisse namens") | {"name ist", "heisse ich", "bin die", "bin der"},
    fillers=_words(
        "bitte gern gerne am liebsten vielleicht eher irgendwo der die nahe umgebung so danke nur ich wohne"
    ),
    homes=_words("DE AT CH LI LU"),
    capital_is_a_sign=False,
)
_FRENCH = CityWords(
    language="fr",
    places=_words("a sur vers autour pres region secteur dans proche")
    | {
        "pres de", "pres d", "autour de", "autour d", "a cote de", "cote de", "proche de", "proche d", "loin de",
        "region de", "region d", "ville de", "alentours de", "environs de", "habite", "secteur de",
    },
    weak_places=_words("de d en par entre depuis pour au du aux des"),
    listing=_words("ou et & oua eta etou soit"),
    titles=_words("m mr mme mlle monsieur madame mademoiselle dr docteur maitre"),
    naming=_words("appelle prenomme nomme") | {"m appelle", "nom est", "prenom est"},
    fillers=_words("svp stp merci plutot peut etre la region le secteur ville vers ou bien seulement je veux habite"),
    homes=_words("FR BE CH LU CA MC"),
)  # fmt: skip
_CHINESE = CityWords(
    language="zh",
    places=_words("在 去 到 来 往 于 离 base in 坐 住 至"),
    weak_places=_words("从 想 回 @ at"),
    listing=_words("或 和 与 跟 及 或者 还是 以及 或是 & or and"),
    titles=frozenset(),
    naming=_words("叫 姓"),
    fillers=frozenset("在去到吧呢的附近周边市那这里工作都可以行想请谢了找就"),
    homes=_words("CN HK MO TW SG"),
    after=_words("附 周 市 地 分 办 上 工 找 招 有"),
)

CITY_WORDS: Mapping[str, CityWords] = {"en": _ENGLISH, "de": _GERMAN, "fr": _FRENCH, "zh": _CHINESE}
"""The words of each language of the product."""
