"""Mail put together: the pages of subscriptions, matching them, and delivering all that goes out by mail."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage
from functools import partial

from aiohttp import web

from bot.answers.letters import AnswerLetters
from bot.answers.pages import AnswerPages
from bot.service import Service
from bot.subscription_links import Links
from bot.subscriptions.form import SubscriptionForm
from bot.subscriptions.letters import Letters
from bot.subscriptions.pages import TokenPages
from bot.subscriptions.rendering import Pages
from candor.company_defaults import usual_settings
from candor.settings import Settings
from storage import Database
from workers.answers.sender import AnswerSender
from workers.answers.watch import AnswerWatch
from workers.bank.reminders import reminder_ticks
from workers.mail.matching import SubscriptionMatching
from workers.mail.subscription_sender import Send, SubscriptionSender
from workers.outbox import smtp
from workers.outbox.delivery import OutboxDelivery
from workers.settings import SettingsError
from workers.ticks import Tick
from workers.told import weekly
from workers.told.notices import NoticeSender
from workers.told.report import ReportSender

DELIVERY_SECONDS = 5.0
"""Somebody who subscribes waits for the mail to confirm it."""

MATCHING_SECONDS = 60.0
WATCHING_SECONDS = 10.0


def confirmations_per_day(settings: Settings) -> int:
    """Return how many mails a day an address gets because somebody typed it in, 0 where no mail is sent."""
    return settings.mail.confirmations_per_day if settings.mail.smtp_host else 0


def mount_pages(app: web.Application, database: Database, service: Service) -> None:
    """Add the pages; those that a mail links to stay when mail is switched off."""
    pages = Pages(service.texts)
    TokenPages(database, service, pages).mount(app)
    SubscriptionForm(database, service, pages).mount(app)
    AnswerPages(database, service.texts).mount(app)


def mail_ticks(settings: Settings, database: Database, service: Service) -> list[Tick]:
    """Return what runs how often (in seconds) where mail is sent; raises SettingsError for half a configuration."""
    mail, address = settings.mail, settings.server.public_url
    if mail.smtp_host is None:
        return []
    if address is None:
        raise SettingsError("server.public_url is empty though there is a mail.smtp_host: links in mails begin with it")

    async def send(message: EmailMessage, recipient: str) -> None:
        await smtp.deliver(mail, message, [recipient])

    letters = Letters(service.texts, service.jobs, Links(address), mail.sender)
    delivery = OutboxDelivery(database, SubscriptionSender(letters, send, mail.per_minute))
    matching = SubscriptionMatching(database, service.jobs)
    notices = NoticeSender(send, address, mail.sender, usual=partial(usual_settings, settings))
    return [
        Tick(DELIVERY_SECONDS, delivery.tick),
        Tick(MATCHING_SECONDS, matching.tick),
        *answer_ticks(settings, database, service, address, send),
        Tick(DELIVERY_SECONDS, OutboxDelivery(database, notices).tick),
        Tick(DELIVERY_SECONDS, OutboxDelivery(database, ReportSender(send, address, mail.sender)).tick),
        Tick(weekly.SECONDS, weekly.WeeklyReports(database).tick),
        *reminder_ticks(database, send, address, mail.sender),
    ]


def answer_ticks(settings: Settings, database: Database, service: Service, address: str, send: Send) -> list[Tick]:
    """Return what mails people's answers to candidates who asked for that, and how often (in seconds)."""
    mail = settings.mail
    letters = AnswerLetters(service.texts, address, mail.sender)
    delivery = OutboxDelivery(database, AnswerSender(letters, service.texts, send, mail.per_minute))
    watch = AnswerWatch(database, timedelta(minutes=mail.answer_after_minutes), mail.answers_per_day)
    return [Tick(DELIVERY_SECONDS, delivery.tick), Tick(WATCHING_SECONDS, watch.tick)]
