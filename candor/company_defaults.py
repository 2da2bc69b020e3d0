"""What the installation gives each company, which may set its own in place of it."""

from __future__ import annotations

from candor.settings import Settings
from storage.companies.company_settings import ANY_ORIGIN, CompanySettings


def usual_settings(settings: Settings, company_key: str) -> CompanySettings:
    """Return the settings that hold for the company of that key where it has set nothing."""
    gate, guard, schedule, alerts = settings.gate, settings.guard, settings.schedule, settings.alerts
    return CompanySettings(
        threshold=settings.bot.threshold,
        general_threshold=settings.bot.general_threshold,
        promised_share=settings.promise.share,
        guard=guard.enabled,
        guard_asks_from=guard.clarify_from,
        guard_hands_over_from=guard.hand_over_from,
        doubt_button=guard.doubt_button,
        tolerance=gate.tolerance,
        category_tolerance=gate.category_tolerance,
        accuracy_floor=gate.accuracy_floor,
        canary_share=gate.canary_share,
        canary_reviews=gate.canary_reviews,
        second_person=gate.second_person,
        retrains=schedule.enabled,
        retrain_cron=schedule.retrain_cron,
        retrain_after_minutes=schedule.minutes_after_correction,
        drift_tolerance=schedule.drift_tolerance,
        alert_recipients=alerts.recipients,
        kept_days=settings.retention.days,
        origins=settings.server.embedding_origins.get(company_key, ANY_ORIGIN),
    )
