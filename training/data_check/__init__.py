"""Looking for trouble in a company's questions before they are trained on."""

from training.data_check.check import check
from training.data_check.finding import DataFinding, Reference, Sentence

__all__ = ["DataFinding", "Reference", "Sentence", "check"]
