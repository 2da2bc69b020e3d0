"""XML into a tree, with everything refused that reaches beyond the document or blows it up."""

from __future__ import annotations

from typing import Final
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from openings.feeds.markup import refuse_no_feed
from openings.feeds.reasons import FeedError, FeedReasonCode

_DEEPEST: Final = 100
_MOST: Final = 2_000_000
_CUT_OFF: Final = (
    expat.errors.XML_ERROR_NO_ELEMENTS,
    expat.errors.XML_ERROR_UNCLOSED_TOKEN,
    expat.errors.XML_ERROR_UNCLOSED_CDATA_SECTION,
)
_CODES: Final = {
    expat.errors.XML_ERROR_TAG_MISMATCH: FeedReasonCode.XML_TAG,
    expat.errors.XML_ERROR_UNDEFINED_ENTITY: FeedReasonCode.XML_ENTITY,
}


class _Builder:
    """Builds the tree without namespaces; refuses definitions of entities, depths and numbers that no feed has."""

    def __init__(self) -> None:
        self.tree = TreeBuilder()
        self._depth = 0
        self._count = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise FeedError(FeedReasonCode.XML_TOO_DEEP, most=_DEEPEST)
        self._count += 1
        if self._count > _MOST:
            raise FeedError(FeedReasonCode.XML_TOO_MANY, most=_MOST)
        self.tree.start(local_name(tag), attributes)

    def end(self, tag: str) -> None:
        self._depth -= 1
        self.tree.end(local_name(tag))

    def entity(self, *_: object) -> None:
        raise FeedError(FeedReasonCode.XML_DEFINES_ENTITIES)


def read_xml(text: str) -> Element:
    """Return the root element; raise FeedError with the place for what is not well-formed or could be an attack."""
    builder, parser = _Builder(), expat.ParserCreate(encoding="utf-8")
    parser.buffer_text = True
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.tree.data
    parser.EntityDeclHandler = builder.entity
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    try:
        parser.Parse(text.encode(), True)
        return builder.tree.close()
    except expat.ExpatError as error:
        refuse_no_feed(text)
        raise _broken(text, error) from None


def _broken(text: str, error: expat.ExpatError) -> FeedError:
    if not text.lstrip().startswith("<"):
        return FeedError(FeedReasonCode.NOT_XML)
    reason = expat.errors.messages.get(error.code)
    if reason in _CUT_OFF:
        return FeedError(FeedReasonCode.XML_CUT_OFF)
    return FeedError(_CODES.get(reason or "", FeedReasonCode.XML_BROKEN), line=error.lineno, column=error.offset + 1)


def text_of(element: Element, name: str) -> str:
    """Return the text of the first child of this name, whatever its capitals, stripped; "" without one."""
    return next(iter(texts_of(element, name)), "")


def texts_of(element: Element, name: str) -> list[str]:
    """Return the texts of the children of this name that hold any."""
    found = ("".join(child.itertext()).strip() for child in element if child.tag.lower() == name.lower())
    return [text for text in found if text]


def local_name(tag: str) -> str:
    """Return a tag without its prefix."""
    return tag.rpartition(":")[2]
