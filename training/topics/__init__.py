"""Topics that candidates ask about and the answer bank has nothing for."""

from training.topics.finding import RepeatedQuestion, Trend, UncoveredTopic, topics

__all__ = ["RepeatedQuestion", "Trend", "UncoveredTopic", "topics"]
