"""Words that decide about cities in English: everyday names of cities, and words that are towns only by accident."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ENGLISH_NAMES: dict[str, str] = {
    "nyc": "New York City",
    "new york": "New York City",
    "ny": "New York City",
    "la": "Los Angeles",
    "l a": "Los Angeles",
    "sf": "San Francisco",
    "frisco": "San Francisco",
    "philly": "Philadelphia",
    "vegas": "Las Vegas",
    "dc": "Washington",
    "washington dc": "Washington",
    "cologne": "Köln",
    "lucerne": "Luzern",
    "st gallen": "Sankt Gallen",
    "saint gallen": "Sankt Gallen",
    "hanover": "Hannover",
    "brunswick": "Braunschweig",
    "basle": "Basel",
    "berne": "Bern",
    "ghent": "Gent",
    "bruges": "Brugge",
    "the hague": "The Hague",
    "hull": "Kingston upon Hull",
    "brighton and hove": "Brighton",
    "saigon": "Ho Chi Minh City",
    "bombay": "Mumbai",
    "bangalore": "Bengaluru",
    "peking": "Beijing",
    "canton": "Guangzhou",
    "kiev": "Kyiv",
    "turin": "Turin",
    "seville": "Sevilla",
}
"""Everyday English names, folded, with the GeoNames name of the city they mean."""

NEVER_CITIES = _words("""
    arizona asia belize carolina colombia colorado delaware florida guatemala holland jamaica jordan lebanon
    march mexico montana of oklahoma oregon panama paraguay to venezuela virginia wyoming
""")
"""Names that people use for something larger, or that no context makes a town."""

ORDINARY_WORDS = _words("""
    airport allen alma aloha along alot anew annex apex argos ascot aspe avion bake bali bank bar basic bath bay
    bear bell bella bend best boom bow bray brick buffalo bush butte butterfly buy can cat central clinton coin
    colon come como concord conde converse cork corona cove dar date deal debar delta dig dire dole dome drug
    dual eagle eden ely enterprise fairfield fate fatwa federal fleet flint flora florence forest gap garland
    gary gent god goes gold golden grays green hail hammond hang hire hit ho holiday hook horde hub hue hull hun
    hurst imperial inca independence jam jos kent leek leigh lend lens liberty lime limo lion male man manage
    mango mari marks meads mentor mesa metro mile mine mission mobile mon mori moron moss most much muscat nada
    nice normal novi officer opportunity oral orange pace papa paradise pare parker part pasto pearl pen perm
    pest pita plum police pomona pop prado prosper punch reading republic rest retreat rich roles roman rome
    roses rosso rota rouge rugby rye sake sale salt same san sandy saul save say serra shush sim soho soul
    sparks split spring springs stella sterling sue summit sunrise sunset sur surprise tama tame tank tata
    taylor temple thai than time tire toon tours trani troy tunes turbo tyre umi union university van vic vine
    vista ware warren wedding worms worth young
""")
"""English words that are also towns."""

FIRST_NAMES = _words("""
    adam alice alicia alma anderson ann anna arnold austin brad bradley brandon bryan charlotte chester clay
    clayton dallas david davis donna douglas elizabeth evans florence franklin george hamilton harrison helena
    henderson irving jackson jena julia kyle lara leo leon levis linda logan lucas madison marco marion martin
    mary mason miranda nancy norman orlando parker perry ramon regina rich rogers santiago sebastian sidney
    sofia sophia stanley stella taylor teresa tracy tyler valencia vera victoria vincent warren washington wayne
    wilson
""")
"""Names of people that are also towns."""

TITLES = _words("mr mrs ms miss dr prof professor madam sir frau herr")
"""Words before a person's name."""
