"""A small FAQ, and where the starter data is."""

from __future__ import annotations

from pathlib import Path

DATA = Path(__file__).parent.parent.parent / "data"

FAQ = [
    ("how do I apply", "application"),
    ("where can I send my CV?", "application"),
    ("what documents do you need for an application", "application"),
    ("is there an application form", "application"),
    ("how much do you pay", "salary"),
    ("what is the salary of a junior", "salary"),
    ("do you pay overtime", "salary"),
    ("when is payday and how is the salary paid", "salary"),
    ("do I get a laptop", "equipment"),
    ("can I choose between a Mac and a PC", "equipment"),
    ("which phone will I get", "equipment"),
    ("can I work from home", "home_office"),
    ("how many days a week may I work remotely", "home_office"),
    ("Wie viel verdiene ich als Köchin?", "salary"),
]
