"""Cities as job-seekers write them in each language of the product."""

from __future__ import annotations

import pytest

from nlu.entities.finder import EntityFinder


def cities(finder: EntityFinder, text: str, language: str) -> list[str]:
    return [entity.value for entity in finder.find(text, language) if entity.name == "city"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Gibt es Stellen in Wien?", ["Vienna"]),
        ("stellen in koeln", ["Köln"]),
        ("muenchen oder nuernberg, hauptsache pflege", ["Munich", "Nuremberg"]),
        ("Ich suche was in Frankfurt a. M.", ["Frankfurt am Main"]),
        ("Schichtleiter Ludwigshafen/Rhein", ["Ludwigshafen am Rhein"]),
        ("Ausbildung bei Offenbach am Main", ["Offenbach"]),
        ("Ich ziehe von Genf nach Lausanne", ["Geneva", "Lausanne"]),
        ("arbeiten in mailand wär ein traum", ["Milan"]),
        ("Standort Essen oder Bochum", ["Essen", "Bochum"]),
        ("Essen oder Düsseldorf?", ["Essen", "Düsseldorf"]),
        ("irgendwas in der Nähe von Halle", ["Halle (Saale)"]),
        ("Praktikum bei euch in Hof", ["Hof"]),
        ("Umkreis von Siegen, max 30 km", ["Siegen"]),
        ("Minijob HH", ["Hamburg"]),
        ("habt ihr in ffm auch was?", ["Frankfurt am Main"]),
        ("Berlin-Neukölln wäre ideal", ["Berlin"]),
        ("Kellner in Ottakring", ["Vienna"]),
        ("Gärtnerin, Zürich Oerlikon", ["Zürich"]),
        ("Elektriker Mannhiem", ["Mannheim"]),
        ("Stelle in Wupertal", ["Wuppertal"]),
        ("St. Pölten oder Sankt Gallen", ["Sankt Pölten", "Sankt Gallen"]),
        ("Lehre als Koch in Bad Homburg", ["Bad Homburg vor der Höhe"]),
        ("Job in Brüssel oder Lüttich", ["Brussels", "Liège"]),
        ("Projektleitung Prag/Warschau", ["Prague", "Warsaw"]),
        ("gibts auch büros in straßburg", ["Strasbourg"]),
        ("ICH SUCHE ARBEIT IN ESSEN", ["Essen"]),
        ("Vertrieb im Raum Freiburg i. Br.", ["Freiburg"]),
    ],
)
def test_a_city_is_found_in_german(finder: EntityFinder, text: str, found: list[str]) -> None:
    assert cities(finder, text, "de") == found


@pytest.mark.parametrize(
    "text",
    [
        "Ist das Essen in der Kantine gut?",
        "Essen und Trinken ist frei?",
        "Arbeite ich in einer Halle?",
        "Wie ist die Lage am Arbeitsmarkt",
        "Kann man im Regen arbeiten?",
        "Ich will singen",
        "Den Termin buchen",
        "Bitte senden Sie mir das zu",
        "Frau Hagen hat angerufen",
        "Ich heiße Florian Essen",
        "Wo ist der Hof?",
        "Fahre ich mit dem Zug?",
        "Ich war auf dem Berg",
        "Ein Date mit dem Chef?",
        "Wie hoch ist der Lohn, wie hoch sind die Löhne?",
        "Die Ware ist da, wir waren da",
        "Muss ich Deutsch sprechen?",
        "Ist die Post schon gekommen",
        "Ich möchte remote arbeiten",
        "Gibt es eine Messe im Mai?",
        "Mein Sohn macht Matura",
        "das ist mir zu weit weg",
        "im Kanton leben",
        "was heißt hh",
        "Kennt ihr Confluence und Jira?",
        "ich bin höchst motiviert",
        "500 MG am Tag",
    ],
)
def test_a_german_word_is_no_city(finder: EntityFinder, text: str) -> None:
    assert cities(finder, text, "de") == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Vous avez des postes à Genève ?", ["Geneva"]),
        ("un stage a Geneve ou a Bale", ["Geneva", "Basel"]),
        ("Je cherche sur Lyon", ["Lyon"]),
        ("J'arrive d'Orléans", ["Orléans"]),
        ("un CDI au Havre", ["Le Havre"]),
        ("je bosse au Mans", ["Le Mans"]),
        ("à La Roche-sur-Yon", ["La Roche-sur-Yon"]),
        ("près de Nice", ["Nice"]),
        ("autour de tours", ["Tours"]),
        ("poste à Sens", ["Sens"]),
        ("Plutôt Vannes ou Lorient", ["Vannes", "Lorient"]),
        ("st-étienne ou clermont-ferrand", ["Saint-Étienne", "Clermont-Ferrand"]),
        ("Un emploi à La Défense", ["Paris"]),
        ("je cherche vers la Part-Dieu", ["Lyon"]),
        ("bureau de Cologne", ["Köln"]),
        ("relocation à Londres", ["London"]),
        ("Vous êtes présents à Munich, à Vienne et à Varsovie ?", ["Munich", "Vienna", "Warsaw"]),
        ("infirmier Strasbourgg", ["Strasbourg"]),
        ("boulanger a monpellier", ["Montpellier"]),
        ("Bruxelles, Liège ou Namur", ["Brussels", "Liège", "Namur"]),
        ("chauffeur à Ixelles", ["Brussels"]),
        ("Montréal ou Québec", ["Montréal", "Québec"]),
        ("serveuse à l'Haÿ-les-Roses", ["L'Haÿ-les-Roses"]),
        ("on déménage à Pékin", ["Beijing"]),
    ],
)
def test_a_city_is_found_in_french(finder: EntityFinder, text: str, found: list[str]) -> None:
    assert cities(finder, text, "fr") == found


@pytest.mark.parametrize(
    "text",
    [
        "il n'y a pas de date à retenir",
        "Faites-vous des tours de nuit ?",
        "Ça n'a pas de sens",
        "Je m'appelle Florence Laval",
        "Bonjour Nancy, merci",
        "Monsieur Vannes m'a appelé",
        "Faut-il que je vienne demain ?",
        "une carte orange pour le train",
        "Quelle est la gare la plus proche",
        "c'est nice merci",
        "Utilisez-vous une IA pour trier les CV ?",
        "au mois de mars ou en mai",
        "je suis mobile et motivé",
        "dans le canton",
        "Puis-je postuler en ligne ?",
        "à plein temps ou à mi-temps",
        "un bon plan de carrière",
    ],
)
def test_a_french_word_is_no_city(finder: EntityFinder, text: str) -> None:
    assert cities(finder, text, "fr") == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("在柏林找工作", ["Berlin"]),
        ("柏林附近的护士岗位", ["Berlin"]),
        ("上海的岗位", ["Shanghai"]),
        ("上海市有哪些职位", ["Shanghai"]),
        ("我在纽约，想回北京", ["New York City", "Beijing"]),
        ("维也纳还是苏黎世？", ["Vienna", "Zürich"]),
        ("慕尼黑/法兰克福都行", ["Munich", "Frankfurt am Main"]),
        ("杭州余杭区有岗位吗", ["Hangzhou"]),
        ("人在海淀，通勤方便的", ["Beijing"]),
        ("浦东新区的工作", ["Shanghai"]),
        ("台北或者高雄", ["Taipei", "Kaohsiung"]),
        ("想去大理上班", ["Dali"]),
        ("大理市有岗位吗", ["Dali"]),
        ("在中山市找工作", ["Zhongshan"]),
        ("Shenzhen或者Hong Kong", ["Shenzhen", "Hong Kong"]),
        ("在nanjing做销售", ["Nanjing"]),
        ("無錫有工作嗎", ["Wuxi"]),
        ("上海和蘇州", ["Shanghai", "Suzhou"]),
        ("常熟有厂子招人吗", ["Changshu"]),
        ("张家港或昆山", ["Zhangjiagang", "Kunshan"]),
        ("曼哈顿的餐厅", ["New York City"]),
        ("布拉格和华沙有分公司吗", ["Prague", "Warsaw"]),
        ("墨西哥城招人吗", ["Mexico City"]),
        ("圣彼得堡的翻译", ["Saint Petersburg"]),
    ],
)
def test_a_city_is_found_in_chinese(finder: EntityFinder, text: str, found: list[str]) -> None:
    assert cities(finder, text, "zh") == found


@pytest.mark.parametrize(
    "text",
    [
        "希望世界和平",
        "期待和贵公司合作",
        "明天津贴发吗",
        "工作日照常营业",
        "罗马尼亚护照可以吗",
        "我叫王长春",
        "平安夜放假吗",
        "公安系统的经验算吗",
        "大同小异",
        "东方人可以申请吗",
        "坐地上地铁都方便",
        "我想远程办公",
        "在家工作可以吗",
        "没有经验可以吗",
        "青年旅社",
        "安全性高安全感强",
        "这件事我已经变成都市传说了",
    ],
)
def test_a_chinese_word_is_no_city(finder: EntityFinder, text: str) -> None:
    assert cities(finder, text, "zh") == []
