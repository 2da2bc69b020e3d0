"""The places of an opening on the map, whatever a feed says of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nlu.entities.atlas import Atlas
from storage.openings.openings import Place


def located(
    places: Sequence[Place], atlas: Atlas, countries: Sequence[str] = (), *, language: str = "en"
) -> tuple[Place, ...]:
    """Return the places with country, region and coordinates filled in where their city is a known one.

    What the feed says stays as it is. A country that the feed names decides which city is meant, else one of the
    company's `countries` comes first.
    """
    return tuple(_located(place, atlas, countries, language) for place in places)


def _located(place: Place, atlas: Atlas, countries: Sequence[str], language: str) -> Place:
    if not place.city:
        return place
    spot = atlas.city(place.city, (place.country,) if place.country else countries, language=language)
    if spot is None or (place.country and spot.country != place.country.upper()):
        return place
    region = place.region or (atlas.name_of(spot.region, language) if spot.region else None)
    if place.latitude is not None and place.longitude is not None:
        return replace(place, region=region, country=spot.country)
    return replace(place, region=region, country=spot.country, latitude=spot.latitude, longitude=spot.longitude)
