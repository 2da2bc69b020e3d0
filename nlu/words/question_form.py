"""Whether a message is put as a question, with or without a question mark: by the form of its language."""

from __future__ import annotations

import re

from nlu.words.normalise import plain_apostrophes, simplified

_MARK = re.compile(r"[?？؟][\s!！.\")»“”]*$")
_TAG = re.compile(r"\b(?:ou (?:pas|non)|or not|oder (?:nicht|nich|net|ned))[\s!！.]*$", re.IGNORECASE)
"""What ends a question that has no other form: "y a une boutique ou pas"."""
_CLAUSE = re.compile(
    r"[.!;:。！；：\n]+|,\s*(?=(?:and|but|or|und|aber|oder|et|mais|ou)\b|(?:is|does|do|would|will|can|could)\s+(?:that|this|it|i|they|you)\b)"
)
_OPENING = re.compile(
    r"^(?:(?:and|but|so|also|well|ok(?:ay)?|hi|hello|hey|please|sorry|und|aber|oder|hallo|bitte|sagen sie|ach|na|et|"
    r"mais|bonjour|salut|alors|donc|dites|"
    r"(?:wait|hold on|hang on|hold up)(?: an?)?(?: sec| second| moment| minute)?|"
    r"(?:just )?(?:one|an?) (?:sec|second|moment|minute|thing)|before (?:that|i do|i go on)|right|grand|fine|great|"
    r"cool|fair enough|thanks|cheers|oh|ah|hm+|anyway|"
    r"(?:yes|yeah|no)(?![\s,]+(?:do|is|are|has|have|had)\s+(?!(?:i|you|we|they|he|she|it|there|this|that)\b))|"
    r"halt|moment(?: mal)?|warte(?:n sie)?(?: mal)?|(?:eine )?sekunde|vorher(?: noch)?|alles klar|aha|"
    r"(?:gut|danke|ja|nein)(?=,)|"
    r"attend(?:s|ez)|une (?:seconde|minute)|un instant|avant ça|bon|d'accord|du coup|sinon|au fait)\b[\s,]*)+",
    re.IGNORECASE,
)
"""Words before a question that ask nothing themselves."""
_ENGLISH_VERBS = (
    r"(?:am|is|are|was|were|do|does|did|don't|doesn't|can|could|will|would|should|shall|may|might|has|have|had)"
)
_ENGLISH_SUBJECTS = r"(?:i|you|we|they|he|she|it|there|this|that|these|those|the|my|your|an?|any|one)"
_NO_SUBJECT = (
    r"ok|okay|fine|good|great|nice|perfect|better|best|easy|hard|possible|correct|right|wrong|true|enough|all|no|not|too|very|really|"
    r"quite|so|also|still|now|just|only|in|at|for|from|near|with|about|to|of|mine|what|how|where|why|\w+ing"
)
"""What follows "is" where its subject is left out: "is fine by me", "is too far"."""
_IMPERATIVE = (
    r"do (?:it|this|that)\b(?! (?:mean|count|matter|need|cost|take|have|include|pay|help|work|come)\b)"
    r"|have (?:it|this|that|an?|one)\b"
)
"""What begins like a question and wants something done, or wishes well: "do that", "have a nice day"."""
_TOPICS = {
    "en": re.compile(
        r"^(?:(?!(?:that|this)(?: one)? (?:is|was|will|would|sounds|looks)\b)"
        r"(?:about|as|at|concerning|for|in|on|regarding|that|the|this|with)\b[^,]{1,50},\s*"
        r"|(?:[\w'-]+\s+){0,5}?(?:one|job|role|position|post|again)\s*,?\s+)"
        rf"(?=(?:what|which|where|who|how|why|when)\b|{_ENGLISH_VERBS}\s+(?:i|you|we|they|he|she|it|there|that)\b)",
        re.IGNORECASE,
    ),
    "de": re.compile(
        r"^(?:als\s+[\w-]+|(?:bei|beim|das|dem|den|der|die|für|in|im|noch\s?mal|von|vom|zu|zum|zur|zurück)\b[^,]{1,50}),\s*",
        re.IGNORECASE,
    ),
    "fr": re.compile(
        r"^(?:l'|(?:au|aux|avec|celle|celui|chez|dans|en|la|le|les|pour|sur)\b)[^,]{1,50},\s*", re.IGNORECASE
    ),
}
"""What a question may be about, named before it: "the cook one, is it ...", "bei der Stelle im Lager, ..."."""
_ANSWER = re.compile(
    r"^(?:ja|nein|doch|gut|danke)\b[\s,]+\w+\s+\w+(?:\s+(?:nicht|nich|net|(?:das )?so|auch|gern|gerne|schon|noch|klar|"
    r"machen|gut|alles|weiter|bitte|leider|natürlich|sicher|immer|alle))*\s*(?:,|$)",
    re.IGNORECASE,
)
"""What begins like a question and answers one: "ja, kann ich", "nein, will ich nicht"."""
_GERMAN_VERBS = (
    r"(?:ist|sind|war|wird|werden|hat|habt|haben|habe|hätt(?:e|en|et)|gibt|gäbe?|sucht|kann|kannst|können|könnte|"
    r"könnten|darf|dürfen|muss|müssen|soll|sollte|sollen|will|wollen|würde|würden|bietet|bieten|zahlt|zahlen|braucht|brauchen|brauche?|bekommt|bekomme|"
    r"kriegt|kriege|kostet|heißt|bedeutet|passiert|läuft|dauert|geht|steht|stehen|liegt|finde|erfahre|bewerbe|zieht|"
    r"verdient|verdiene|macht|machen)"
)
_GERMAN_SUBJECTS = r"(?:ich|i|du|er|sie|es|wir|ihr|man|das|die|der|eine?|ihre?|mein|meine|jemand|dort|da|hier)"
_FRENCH_VERBS = r"(?:est|sont|se|s'|puis|peut|peux|dois|doit|faut|va|vais|trouve|sera|serait|en)"
_FORMS = {
    "en": re.compile(
        rf"^(?:(?:what|which|where|who|how|why|when)(?:'s|'re|s)?\s+(?:\w+\s+){{0,3}}?{_ENGLISH_VERBS}\s+"
        rf"{_ENGLISH_SUBJECTS}\b"
        rf"|(?:what|where|who|how|when)(?:'s|'re|\s+(?:is|are|was|will|happens|about))\b"
        r"|(?:who|whose|how|why)\b|what\s+if\b|what\s+(?:kind|sort)\s+of\b.*\b(?:do|does|is|are)\b"
        rf"|(?!{_IMPERATIVE}){_ENGLISH_VERBS}\s+{_ENGLISH_SUBJECTS}\b"
        rf"|(?:is|are)\s+(?!(?:{_NO_SUBJECT})\b)\w+\s+\w"
        r"|(?:tell me|do tell|i(?:'d| would)? (?:also )?(?:want|like) to know|i wonder|any idea)\s+"
        r"(?:about|more about|what|how|when|where|whether|if|who|why)\b)",
        re.IGNORECASE,
    ),
    "de": re.compile(
        rf"^(?:(?:was|wo|wohin|woher|wofür|womit|wer|wem|wen)\s+(?:{_GERMAN_VERBS}\b|\w+\s+(?:ich|man|sie|wir|ihr|du)\b)"
        r"|(?:wie|wann|warum|wieso|weshalb|wieviele?)\b|was,?\s+wenn\b"
        rf"|(?:welche[rsnm]?)\s+\w+\s+{_GERMAN_VERBS}\b|{_GERMAN_VERBS}\s+{_GERMAN_SUBJECTS}\b"
        r"|(?:in|bei|als|für|auch)\s+(?:[\w-]+\s+){1,3}(?:gibt'?s|gibt es|habt ihr|haben sie|sucht ihr|suchen sie)\b"
        r"|(?:ich (?:möchte|würde gerne?|will|wollte) (?:auch |noch )?wissen|ich frage mich|mich würde interessieren|"
        r"erzählen sie mir (?:etwas |was |mehr )?(?:über|von)))",
        re.IGNORECASE,
    ),
    "fr": re.compile(
        rf"^(?:est[- ]ce|qu'?\s?est[- ]ce|comment|combien|quand|pourquoi|où\s+{_FRENCH_VERBS}|ou\s+est"
        r"|(?:il\s+)?faut\s+(?:(?:déjà|deja|absolument|forcément|forcement|obligatoirement|vraiment|bien)\s+)?"
        r"(?:avoir|être(?!\s+honnête)|savoir(?!\s+qu)|parler|connaître|connaitre|tenir|bosser|travailler|étudier|quel(?:le)?s?|une?|(?:le|la)(?!\s+(?:dire|faire|savoir)))\b"
        r"|qui\s+(?:est|sont|dois)|quel(?:le)?s?\s+(?!que\b)|a[- ]t[- ]|y a[- ]t[- ]"
        r"|(?:peut|puis|doit|dois|faut)[- ](?:on|je|il)"
        r"|je (?:voudrais|veux|voulais|souhaite|aimerais) (?:aussi )?savoir|parlez[- ]moi d|je me demande)"
        r"|^(?:vous\s+(?:n['e]\s?)?\w+(?:ez|tes)|il y a|(?:il\s+)?(?:n')?y\s?aurait)\b"
        r"|^(?:z'?(?:auriez|avez)|t'?(?:aurais|as)|y\s?a)\s+pas\s+(?:une?|des|du|besoin|moyen)\b|\b(?!rendez)\w+(?:ez|tes)-vous\b|\w-t-(?:il|elle|on)\b"
        r"|\bil\s(?:(?:ne\s)?(?:vous|te|leur)\s|n'?en\s|vous\sen\s)?(?:faudrait|manquerait)\s(?:pas|plus)\s(?!que\b|qu'|trop\b)"
        r"|\b(?:combien|est-ce que|c'est quand|c'est où|c'est quoi)\b",
        re.IGNORECASE,
    ),
}
_ALL_THE_SAME = {
    "en": re.compile(
        r"\bno matter\b|(?:n'?t|not|don) (?:really )?(?:matter|care|mind|important|fussed)", re.IGNORECASE
    ),
    "de": re.compile(r"\b(?:egal|gleich|gleichgültig|einerlei|wurscht|wurst|schnuppe)\b", re.IGNORECASE),
    "fr": re.compile(r"\b(?:importe|égal|egal|indifférent)\b", re.IGNORECASE),
}
"""Words beside which an interrogative means "any"."""
_LANGUAGES = frozenset({*_FORMS, "zh"})
_CHINESE = re.compile(
    r"[吗嘛么呢](?:[啊呀]?[\s。!！~]*)$|多少|多久|多大|多长|(?<![过了好十这那近])几(?:[点天个号时岁年次关轮面块]|周(?!前))|为什么|为啥|为何|怎么|怎样|如何|"
    r"是否|(.)[不没唔]\1|([用要会能得该给])[\u4e00-\u9fff]{1,2}[不没]\2(?=[\s,，。!！~啊呀]|$)|([用要会能得该给][\u4e00-\u9fff]{1,2})[不没]\3|什么|啥|哪|谁|想知道|想问|请问|"
    r"咋|边[个度]|几多|几耐|乜|咩|有冇|点[样解]|[不㗎][\s。!！~]*$|(?<![还也都时前我真个])(?<!从来)没[\s。]*$"
)
_ANY = re.compile(r"[都也]|随便|随意|不管|无论|不论|任何|任意|没什么|没有什么|没啥|没有啥|不在乎|无所谓|怎么安排|不太")
"""Words beside which an interrogative of Chinese means "any": 什么都行, 没什么要求."""
_REQUEST = re.compile(
    r"^(?:erzähl|erklär|sag (?:mir|mal)|verrat|tell me|explain|racont|expliqu|dis[- ]moi|dites[- ]moi)"
    r"|告诉我|^(?:给我)?讲[个一]|解释",
    re.IGNORECASE,
)
"""Who asks to be told something: in all languages, as their words do not collide."""
_COMPLAINT = re.compile(r"\bcomplain|\bbeschwer|\breklam|\bplaindre\b|\bplainte|\bréclamation|投诉|投訴", re.IGNORECASE)
_TWICE = re.compile(r"(什么|啥|哪里|哪儿|哪个|哪|谁).*\1")
"""An interrogative said twice means "whichever": 有什么做什么."""


def ends_in_a_mark(text: str) -> bool:
    """Tell whether a text ends in a question mark.

    >>> ends_in_a_mark("cooks? "), ends_in_a_mark("厨师？"), ends_in_a_mark("what? no")
    (True, True, False)
    """
    return text.rstrip().endswith(("?", "？"))


def complains(text: str) -> bool:
    """Tell whether a text in one of the languages speaks of a complaint.

    >>> complains("then I'll complain"), complains("dann beschwere ich mich"), complains("is it outdoors?")
    (True, True, False)
    """
    return bool(_COMPLAINT.search(text))


def is_question(text: str, language: str) -> bool:
    """Tell whether a message is put as a question; in languages without rules of their own a question mark says so.

    So is who asks to be told something, or complains. A relative clause ("what you have", "wo es Arbeit gibt") and an
    interrogative that means "any" (什么都行) ask nothing.

    >>> is_question("how much do you pay", "en"), is_question("what you have", "en"), is_question("有什么做什么", "zh")
    (True, False, False)
    >>> is_question("加班给不给钱", "zh"), is_question("公司有健身房嗎", "zh"), is_question("我做了几年焊工", "zh")
    (True, True, False)
    """
    text = plain_apostrophes(text.strip())
    if _MARK.search(text) or ((_REQUEST.search(text) or complains(text)) and language in _LANGUAGES):
        return True
    if language == "zh":
        text = simplified(text)
        return bool(_CHINESE.search(text)) and not (_ANY.search(text) or _TWICE.search(text))
    form = _FORMS.get(language)
    if form is None:
        return False
    if _TAG.search(text) and not _ALL_THE_SAME[language].search(text):
        return True
    said = (clause.strip() for clause in _CLAUSE.split(text))
    clauses = [_OPENING.sub("", clause) for clause in said if not (language == "de" and _ANSWER.search(clause))]
    clauses += [_OPENING.sub("", _TOPICS[language].sub("", clause)) for clause in clauses]
    return any(form.search(clause) and not _ALL_THE_SAME[language].search(clause) for clause in clauses)
