"""The widget: a small loader on the company's page and the chat panel it shows in an iframe served by us."""

from bot.widget.pages import setup

__all__ = ["setup"]
