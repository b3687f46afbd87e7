"""The sample positions are what their texts say."""

from __future__ import annotations

import pytest

from casino_tutor.model.position_text import parse_position
from casino_tutor.rules.flags import flags
from casino_tutor.rules.judge import judge
from casino_tutor.tutor.samples import SAMPLES, Sample, Try, find_sample

TRIES = [(sample, one) for sample in SAMPLES for one in sample.tries]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_a_sample_is_a_sound_position(sample: Sample) -> None:
    """A sample can be read, and nothing is odd about it."""
    assert flags(parse_position(sample.line)) == ()


@pytest.mark.parametrize(("sample", "tried"), TRIES, ids=lambda one: getattr(one, "play", ""))
def test_a_try_breaks_the_rules_it_is_meant_to(sample: Sample, tried: Try) -> None:
    """A play to try is judged as the sample says, remarks included."""
    verdict = judge(parse_position(sample.line), tried.play)
    assert tuple(broken.rule for broken in verdict.violations) == tried.breaks
    assert tuple(remark.id for remark in verdict.notices) == tried.notices


def test_each_sample_has_something_to_take_from_it() -> None:
    """Each has a name of its own, words, and both kinds of tries unless nothing can go wrong."""
    assert len({sample.name for sample in SAMPLES}) == len(SAMPLES)
    for sample in SAMPLES:
        assert sample.says.endswith(".")
        assert all(one.asks.endswith("?") for one in sample.tries)
        assert any(not one.breaks for one in sample.tries)


def test_a_sample_is_found_by_its_name() -> None:
    """A name that no sample has is an error."""
    assert find_sample("Court cards").tries[0].play == "QDxQS"
    with pytest.raises(KeyError):
        find_sample("court")
