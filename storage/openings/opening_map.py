"""What is near a point on the map, in arithmetic that both databases have."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any, TypeAlias

from sqlalchemy import ColumnElement, Float, bindparam
from sqlalchemy.sql.base import ReadOnlyColumnCollection

KM_A_DEGREE = 111.195
"""Kilometres a degree of latitude."""

Columns: TypeAlias = ReadOnlyColumnCollection[str, Any]
"""Columns with a `latitude` and a `longitude`, in degrees."""


def in_circle(its: Columns, number: int = 0) -> tuple[ColumnElement[bool], ...]:
    """Return what a place within the `circle`, and around the `point`, with this number fulfils."""
    south, north, west, east, most = (bindparam(name, type_=Float) for name in circle(0.0, 0.0, 0.0, number))
    inside = (its.latitude.between(south, north), its.longitude.between(west, east))
    return *inside, squared_degrees(its, number) <= most


def circle(latitude: float, longitude: float, km: float, number: int = 0) -> dict[str, float]:
    """Return the parameters of the places within `km` of a point: degrees of a rectangle, most `squared_degrees`."""
    height = km / KM_A_DEGREE
    width = min(180.0, height / max(0.01, cos(radians(latitude)) - radians(height)))
    values = (latitude - height, latitude + height, longitude - width, longitude + width, height**2)
    names = (f"circle_{name}_{number}" for name in ("south", "north", "west", "east", "most"))
    return dict(zip(names, values, strict=True))


def squared_degrees(its: Columns, number: int = 0) -> ColumnElement[float]:
    """Return how far a place is from the `point` with this number, in squared degrees of latitude.

    Arithmetic only, which both databases have: the map is flat, with the width of a degree taken halfway. Within 300
    km of a point up to 65 degrees north it is off by less than one per cent.
    """
    latitude, longitude, width, narrower = (bindparam(name, type_=Float) for name in point(0.0, 0.0, number))
    up = its.latitude - latitude
    across = (its.longitude - longitude) * (width - narrower * up)
    squared: ColumnElement[float] = up * up + across * across
    return squared


def point(latitude: float, longitude: float, number: int = 0) -> dict[str, float]:
    """Return the parameters of `squared_degrees` for a point in degrees."""
    width, narrower = cos(radians(latitude)), radians(sin(radians(latitude))) / 2
    names = (f"point_{name}_{number}" for name in ("latitude", "longitude", "width", "narrower"))
    return dict(zip(names, (latitude, longitude, width, narrower), strict=True))
