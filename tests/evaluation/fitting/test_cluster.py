from __future__ import annotations

import pytest

from evaluation import nexcv
from evaluation.engines.candor_engine import CandorClassifier
from evaluation.errors import EvaluationError
from evaluation.fitting.cluster import dask_cluster
from evaluation.splits.plan import SplitPlan
from evaluation.splits.settings import NexCvSettings

distributed = pytest.importorskip("distributed", reason="the extra candor-bot[dask] is not installed")


def data() -> tuple[list[str], list[str]]:
    words = {"pay": ("pay", "salary", "wages"), "gym": ("gym", "sport", "fitness")}
    rows = [(f"{word} question {i}", name) for name, found in words.items() for word in found for i in range(5)]
    return [text for text, _ in rows], [name for _, name in rows]


@pytest.mark.slow
def test_a_cluster_gives_the_same_figures_to_the_last_digit() -> None:
    here = nexcv.run(*data(), CandorClassifier, SplitPlan(settings=(NexCvSettings(),), retries=3))
    workers = distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with workers as cluster, dask_cluster(cluster.scheduler_address):
        there = nexcv.run(*data(), CandorClassifier, SplitPlan(settings=(NexCvSettings(),), retries=3), jobs=2)
    assert [one.cases() for one in there.settings] == [one.cases() for one in here.settings]


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense"])
def test_a_scheduler_that_does_not_answer_is_one_clear_line(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evaluation.fitting.cluster._SECONDS_TO_ANSWER", 0.5)
    with pytest.raises(EvaluationError, match="No Dask scheduler answers at"), dask_cluster(address):
        raise AssertionError("there is nothing to work with")
