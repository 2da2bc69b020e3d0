"""Words and phrases that spell a city's name by accident, by language; all folded as `nlu.entities.words.key` does."""

from __future__ import annotations

from collections.abc import Mapping

from nlu.entities.words import key


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _names(text: str) -> frozenset[str]:
    return frozenset(key(name) for name in text.split())


NEVER_CITIES = (
    _words("""
    a ami ans arizona as asia asse at ath auch auf bad belize bis carolina centre city colombia colorado das delaware
    der die du ende es est et federal florida for gare gar guatemala he holland hu huy ihren in is it jamaica jordan
    kita labo le lebanon les lier ma mach march mexico mitte mol montana mur na nan ner nur ob of oklahoma or oregon
    ot pa panama paraguay pas que se see si sie so sud sur the to un und une venezuela virginia wyoming y ye zu
""")
    | _names("和平 合作 公安 友谊 团结 建设 平安 民主 青年 胜利 联合 奋斗 前进 园林 关口 城中 城西")
    | frozenset({"altstadt nord", "altstadt sud", "neustadt nord", "neustadt sud", "innere stadt", "city center"})
)
"""Names that people use for something larger, or that no context makes a town."""

_ENGLISH = _words("""
    begun borne handover hoover midway sending
    airport alert allen alliance alma aloha along alot anew annex apex argos ascot aspe avion bake bali bank bar
    barking barnes basic bath bay bear bell bella bend best bexley bloomfield bloomingdale boom bow bowie bray
    brent brick bromley buffalo bush butte butterfly buy can cat central cheap chelsea clinton coin colon columbia
    come como concord conde constance converse cork corona cove dar date deal debar delta derby dig dire dole dome
    drama drug dual eagle eden ely enterprise evry fairfield fate fatwa flatlands fleet flint flora flushing florence
    forest gap garland gary gent god goes gold golden gravesend grays green hail hammond hang harrow hire hit ho hola
    holiday hollywood hook horde hub hue hull hun hurst imperial inca independence itu jam jos kent leek leigh lend
    lens liberty lime limo lion loop male man manage mango mari marks marsala meads mentor mesa metro midtown mile
    mine mission mobile modesto mon mori moron moss most much muscat nada nice normal northfield novi officer
    opportunity oral orange pace papa paradise pare parker part pasto pearl peer pen perm pest phoenix pita plum
    police pomona pop prado prosper punch queens reading republic reservoir rest retreat rich roles roman rome
    roses rosso rota rouge rugby rye sake sale salt same san sandy saul save say se semi serra shush sim slough
    soho soma soul sparks split spring springfield springs stella sterling stoke sue summit sunrise sunset superior
    sur surprise tama tame tank tata taylor tempe temple thai than time tire toon tours trani trenton troy tunes
    turbo tyre umi union university van vic vicar vine vineyard vista ware warren wedding wells westwood worms
    worth yoga yoke young
""")

_GERMAN = _words("""
    asbest galt gummi keene leiden munter
    ampel anger au aue auen auf baar baden bank bar bau becker berg berge bergen best borken brand buch buche
    buchen bunde burg coin corona damm damme dar daran date delta die ende eng enger essen euro feld forst fuhr
    galle gap gar garten grosser haar hafen hall halle haus hausen heide heiden hof hohe holt horn hunde kalk kamen
    kapellen kirche kita klee lage land landstrasse langen langs lauf laufen leer lehrte leinen lend linde linden
    list lohne mai man mark markt matura mehr messe metro mine mobil mobile moor much muhe musik neubau nord norden
    nordend normal nur officer ohne oper opera ort ost osten ostend pest plan post racine regen reinigen reno ried
    rose rot rust sal sand sanger scheiden schmelz schule see senden siegen sim singen singende sinn sitten spange
    sprache springe stein strom suden sudstadt tal tank tann tor turm ufer unter villa wald walle wangen ware waren
    weber wedding weiden weil weiler welt wende werben westend wetter wiese wiesen wil wissen zele zell zug
""")

_FRENCH = _words("""
    assis asso beni borne bosse cela celle chu cuite durant fada fier guider jambes maison minot moche naze nomme
    peine plaque sucre terme vitre
    aime aire ami anse ars auch avion avon bah bains bar barrage bastille bel boe bol bon bonne boom bor bourg
    bourse bras bulle canton cap cognac coin come confluence croix date demain dire dole dure enseigne esplanade
    est fiche flon fontaine forest foret gap gardez gare genes grace grasse grenade greve hem jette langue lattes
    liberal libre libres loos lure mai main malines man manage manche marche mari merci metro mission mobile mol mon
    montre nice nord normal officer opera orange ouest oye paradis parc parole pau peer plaisir police porte prix pro
    puy race racine rance republique roquette rose rouge rue ruelle sale salon selles semi sens serre soir spire sud
    sur table tete tour tours train trente trier tulle union vaise van veine vienne vire vise vite volvic
""")

_CHINESE = _names("""
    万象 三合 三明 三河 上地 上思 东台 东城 东方 东海 东阳 中卫 中和 丰都 九台 五常 亚历山大 仙桃 会同 会理 光明
    光谷 公安 关口 兴化 兴平 凤凰 凤城 凯恩 利马 前进 化州 友谊 古南 合作 吉安 同仁 同江 周口 和平 和田 哥伦布
    四平 回兴 团结 园林 图尔 城中 城西 城阳 塔林 士林 夏洛特 大丰 大同 大场 大安 大沙 大理 天府 天水 天河 天福
    天门 太和 太平 奋斗 奥斯汀 如东 安宁 安定 安康 安流 安达 定海 宣化 尚志 尼姆 山南 崇仁 巴斯 常宁 平安 平山
    平度 平阳 广元 应城 康定 建设 开平 开远 彭水 德惠 德比 思城 招远 敦化 文山 文昌 文登 新城 新安 新桥 新源 日照
    明光 普宁 来宾 林西 桥头 正定 比尔 民主 水富 永安 泗水 洪山 海伦 海城 海林 海门 甲子 界首 白银 石门 科克 红山
    约翰内斯 罗利 联合 胜利 胡志明 荔枝 连山 通化 里加 金山 金峰 金桥 金边 长寿 长征 长治 青年 高境 高安 黄石
    龙井 龙凤 龙水
""")

ORDINARY_WORDS: Mapping[str, frozenset[str]] = {
    "en": _ENGLISH,
    "de": _GERMAN | _ENGLISH - {"worms", "bath", "derby", "phoenix", "rome"},
    "fr": _FRENCH | _ENGLISH - {"lens", "bath", "derby", "phoenix", "rome"},
    "zh": _CHINESE | _ENGLISH,
}
"""Words of a language (and English ones, which are used everywhere) that are also towns."""

GIVEN_NAMES = _words("""
    adam adrian alexander alexandra alice alicia aline alma anderson andrea andreas anna anne antoine anton arnold
    austin axel beatrice benjamin bernard bianca brad bradley brandon bruno bryan camille carlos caroline catherine
    charlotte chester christian christina claire clara claude clay clayton dallas daniel david davis diana
    dominique donna douglas elena elizabeth emma eric erik erika etienne eva evans fabian felix fernando florence
    florian francis frank franklin gabriel georg george gregor hagen hamilton hans harrison harvey heike heinrich
    helena henry howard hugo ines irving isabel jack jackson jacob james jan jasmin jean jennifer jessica joachim
    johanna john jonas jordan jose joseph julia julian julie jurgen karin karl katharina katrin katy kaya keller
    kevin klaus kyle lara laura lea lena leo leon levis lincoln linda lisa logan louis louise lucas lucia luis
    lukas madison manuel marc marco marcus maria marie marion mark markus marlon martin martina mary mason mathieu
    matthias max maya melanie melissa michael michel miranda moritz nadia nancy natalie nathalie nicolas nina noah
    norman oliver olivia orlando oscar pascal patricia patrick paul paula pedro perry peter philipp philippe pierre
    ramon raphael regina richard robert rogers roman sabine samuel sandra santiago sara sarah sebastian sidney
    simon sofia sonja sophia sophie stanley stefan stefanie stella stephanie steven susanne sven sylvia tanja
    taylor teresa theo thomas tim tobias tom tracy tyler ulrike ursula valencia valentin valerie vera verena
    veronica victor victoria vincent vivian walker walter warren washington wayne wilhelm wilson yves
""")
"""Names that people bear; some are towns, and after any of them a town's name is a surname."""

PHRASES = _names("""
    罗马尼亚 罗马数字 工作日照 工作日照常 今天津贴 明天津贴 每天津贴 当天津贴 完成都 变成都 做成都 写成都 看成都 达成都
    北京时间 中山装 突尼斯人 地上海 部长沙发 大庆祝 四平米 四平方 水平度 大理石 大理由 开封面 西安装 巴西安 东西安
    南通过 海南通 汉堡包 汉堡王 吃汉堡 德州仪器 约克夏 维也纳酒店 巴黎欧莱雅 巴黎贝甜 牛津词典
""") | frozenset(
    key(phrase)
    for phrase in (
        *(f"in reading {object}" for object in ("the", "this", "that", "your", "about", "more", "up", "through")),
        *("in the loop", "university place", "new city", "wells fargo", "la vista", "in part time"),
        *("à sens unique", "dans tous les sens", "sens unique"),
        *("Essen und Trinken", "Essen und Getränke", "in Essen und"),
        *(f"in Halle {number}" for number in range(1, 20)),
    )
)
"""Phrases that hold a city's name and mean something else; `罗马尼亚` is Romania, not Rome."""
