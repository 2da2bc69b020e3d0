"""Topics that candidates ask about and the answer bank has nothing for."""

from training.topics.finding import Question, Topic, Trend, topics

__all__ = ["Question", "Topic", "Trend", "topics"]
