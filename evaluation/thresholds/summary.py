"""A recommended threshold for a terminal, in words."""

from __future__ import annotations

from evaluation.thresholds.threshold import Price, Recommendation

_SHOWN = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)


def summary(found: Recommendation, *, of_a_bot: bool) -> str:
    """Return what it brings and what other thresholds would bring, as plain text; for `of_a_bot` what to set too."""
    expected = (
        "No category could be held back, so questions about something else are not counted."
        if found.prior is None
        else f"{found.prior:.0%} of the questions are expected to fit no category."
    )
    return "\n".join(
        (
            f"One wrong answer costs as much as {found.wrong_costs:g} questions handed to a person. {expected}",
            f"Recommended threshold: {found.threshold:.2f} (95 % interval {found.low:.2f} to {found.high:.2f}, from "
            f"{found.n_in_scope} answers to questions of known categories and {found.n_negative} of others).",
            ("Set it as bot.threshold. " if of_a_bot else "") + _brought(found.price),
            "",
            f"{'threshold':>10}{'answered':>11}{'wrong among answered':>23}{'cost per 100 questions':>25}",
            *(_line(price, found) for price in found.prices if price.threshold in {*_SHOWN, found.threshold}),
        )
    )


def _brought(price: Price) -> str:
    if price.wrong is None:
        return "The bot would answer nothing: at this price every question is better handed to a person."
    return f"The bot would answer {price.answered:.0%} of the questions, {price.wrong:.0%} of these wrongly."


def _line(price: Price, found: Recommendation) -> str:
    wrong = "–" if price.wrong is None else f"{price.wrong:.1%}"
    mark = "  <- recommended" if price.threshold == found.threshold else ""
    return f"{price.threshold:>10.2f}{price.answered:>11.1%}{wrong:>23}{price.cost:>25.1f}{mark}"
