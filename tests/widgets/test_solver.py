"""The solver form: it shows what the session says, and fails aloud."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ipywidgets
import pytest

from casino_tutor.model.variant import find_variant, variant_names
from casino_tutor.tutor.samples import SAMPLES, find_sample
from casino_tutor.widgets.callbacks import CallbackFailedError, loud
from casino_tutor.widgets.solver import Solver, solver

GUARD = find_sample("A build to guard")


def buttons(box: ipywidgets.Box) -> dict[str, ipywidgets.Button]:
    """The buttons in a part of the form, by what stands on them."""
    found = [child for child in box.children if isinstance(child, ipywidgets.Button)]
    return {button.description: button for button in found}


def controls(widget: ipywidgets.Widget) -> list[ipywidgets.Widget]:
    """Everything in the form that can be operated."""
    if isinstance(widget, ipywidgets.Box):
        return [found for child in widget.children for found in controls(child)]
    return [] if isinstance(widget, ipywidgets.HTML) else [widget]


def test_the_form_begins_with_a_sample() -> None:
    """Without a line there is something to look at at once."""
    form = solver()
    assert form.line.value == SAMPLES[0].line
    assert form.sample.value == SAMPLES[0].name
    assert "<svg" in form.table.value
    assert "16 captures" in form.plays.value
    assert SAMPLES[0].says in form.about.value


def test_the_form_begins_with_a_line_and_a_variant_of_ones_own() -> None:
    """A line and a variant that are given are shown."""
    form = solver("QS,7C,5D KH,QD,4S", "royal english")
    assert (form.line.value, form.variant.value) == ("QS,7C,5D KH,QD,4S", "royal_english")
    assert form.sample.value == ""
    assert find_variant("royal_english").aim in form.about.value


def test_house_rules_can_be_chosen_again() -> None:
    """A variant that is not built in is one choice more, and is used."""
    house = find_variant("royal_dominican").with_options(capture_duty="none")
    form = solver("TS,8D,6C TC,3C", house)
    form.attempt.value = "TC"
    assert "✓ Legal: TC" in form.verdict.value
    form.variant.value = "royal_dominican"
    assert "✗ Not legal: TC" in form.verdict.value
    form.variant.value = house
    assert "✓ Legal: TC" in form.verdict.value


def test_a_file_of_house_rules_can_be_given(tmp_path: Path) -> None:
    """The path of a TOML file is a variant; one that is not there is answered in the form."""
    file = tmp_path / "mine.toml"
    file.write_text('extends = "royal_dominican"\n[options]\ncapture_duty = "none"\n')
    assert "<svg" in solver("TS,8D TC,3C", str(file)).table.value
    assert "This variant cannot be used" in solver("TS TC", str(tmp_path / "no.toml")).about.value


def test_a_sample_is_picked() -> None:
    """Line, words and plays to try follow the sample, and an old try is taken away."""
    form = solver()
    form.attempt.value = "KD"
    form.variant.value = "royal_english"
    form.sample.value = GUARD.name
    assert form.line.value == GUARD.line
    assert form.variant.label == "as the line says (Casino, if it does not say)"
    assert form.attempt.value == form.verdict.value == ""
    assert list(buttons(form.tries)) == [one.play for one in GUARD.tries]


def test_every_variant_can_be_chosen_by_its_title() -> None:
    """The titles are shown, no two are alike, and one choice leaves it to the line."""
    form = solver("QS,7C,5D KH,QD,4S; variant tuxedo")
    choices = dict(form.variant.options)
    assert set(choices.values()) == {"", *variant_names()}
    assert form.variant.index == 0
    assert form.session.variant is None
    for title, name in choices.items():
        form.variant.label = title
        assert form.session.variant == (name or None)


def test_another_line_leaves_the_sample() -> None:
    """A line of one's own is no sample; the line of a sample is one."""
    form = solver()
    form.line.value = "8D,6C,2D 8S,KD"
    assert form.sample.value == ""
    assert buttons(form.tries) == {}
    assert form.attempt.options[-2:] == ("KD", "8S")
    form.line.value = GUARD.line
    assert form.sample.value == GUARD.name


def test_a_line_that_cannot_be_read_shows_no_table() -> None:
    """The fault is shown where the table was, and mending the line brings it back."""
    form = solver()
    form.attempt.value = "8Sx8D"
    form.line.value = "8D,<b> 8S"
    assert 'role="alert"' in form.about.value
    assert "<b>" not in form.about.value
    assert form.table.value == form.plays.value == form.verdict.value == form.after.value == ""
    form.line.value = "8D 8S"
    assert "✓ Legal: 8Sx8D" in form.verdict.value


def test_a_play_that_cannot_be_read_leaves_the_table() -> None:
    """The fault is shown below the field; the table stays."""
    form = solver()
    form.attempt.value = "8"
    assert "This play cannot be read." in form.verdict.value
    assert "<svg" in form.table.value


def test_a_legal_play_shows_the_table_after_it() -> None:
    """The verdict, the marked cards and the table afterwards."""
    form = solver("8D,6C,2D 8S,KD")
    form.attempt.value = "8s x 8d"
    assert "✓ Legal: 8Sx8D" in form.verdict.value
    assert "Marked good: eight of diamonds" in form.table.value
    assert "After 8Sx8D" in form.after.value
    assert form.repairs.children == ()
    form.attempt.value = ""
    assert form.verdict.value == form.after.value == ""
    assert "Marked" not in form.table.value


def test_a_repair_is_one_click_away() -> None:
    """An illegal play offers buttons; pressing one tries that play."""
    form = solver(GUARD.line)
    form.attempt.value = "9Cx7C+2D"
    assert "✗ Not legal" in form.verdict.value
    assert "Marked bad" in form.table.value
    offered = form.repairs.children
    buttons(form.repairs)["9Cx[6H+3S],7C+2D"].click()
    assert form.attempt.value == "9Cx[6H+3S],7C+2D"
    assert "✓ Legal" in form.verdict.value
    # New children, or the page would not hear of the change.
    assert form.repairs.children is not offered


def test_a_play_of_the_sample_is_one_click_away() -> None:
    """Each question of a sample is answered by its button."""
    form = solver()
    form.sample.value = GUARD.name
    for one in GUARD.tries:
        buttons(form.tries)[one.play].click()
        assert ("✗ Not legal" if one.breaks else "✓ Legal") in form.verdict.value


def test_another_variant_judges_the_same_play_again() -> None:
    """The play stays while the rules change."""
    form = solver(find_sample("Court cards").line)
    form.attempt.value = "QDx7C+5D"
    assert "✗ Not legal" in form.verdict.value
    form.variant.value = "royal_english"
    assert form.attempt.value == "QDx7C+5D"
    assert "✓ Legal" in form.verdict.value


def test_a_crowded_table_is_shown() -> None:
    """Only the first plays are listed, and that is said."""
    form = solver(find_sample("A crowded table").line)
    assert "More than 2,000 captures; the first 25 of them" in form.plays.value
    assert len(form.attempt.options) < 100


def test_every_control_has_a_name() -> None:
    """Whoever cannot see the form is told what each control is for."""
    form = solver(GUARD.line)
    form.attempt.value = "KH"
    found = controls(form)
    assert len(found) > len(GUARD.tries) + 4
    for control in found:
        assert control.description
        assert control.tooltip


def test_text_of_the_learner_is_never_markup() -> None:
    """Neither a line nor a play can bring markup into the page."""
    form = solver("8D 8S; note <img src=x>")
    form.attempt.value = "<img src=x>"
    shown = [child.value for child in form.children if isinstance(child, ipywidgets.HTML)]
    assert not any("<img" in value for value in shown)


def test_the_form_can_be_read_without_a_kernel() -> None:
    """Beside the widget there are the same answers as text and as HTML."""
    form = solver(GUARD.line)
    form.attempt.value = "KH"
    bundle = form._repr_mimebundle_()
    assert set(bundle) == {
        "application/vnd.jupyter.widget-view+json",
        "text/plain",
        "text/html",
    }
    assert "trail" in bundle["text/plain"]
    assert "Not legal: KH" in bundle["text/plain"]
    assert "<svg" in bundle["text/html"]
    assert repr(form) == bundle["text/plain"]
    assert "cannot be read" in solver("?")._repr_mimebundle_()["text/html"]


# Callbacks


def break_session(form: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every judgement fail."""

    def fail(play: str) -> Any:
        raise RuntimeError(f"no <judge> for {play}")

    monkeypatch.setattr(form.session, "check", fail)


def test_a_callback_that_fails_stops_a_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """A button that is broken cannot pass a test, although ipywidgets swallows exceptions."""
    form = solver()
    form.sample.value = GUARD.name
    break_session(form, monkeypatch)
    with pytest.raises(CallbackFailedError, match="no <judge> for KH"):
        buttons(form.tries)["KH"].click()


def test_a_callback_that_fails_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Outside a test the form says what went wrong, and forgets it when something goes right."""
    form = solver()
    with monkeypatch.context() as broken:
        break_session(form, broken)
        broken.delenv("PYTEST_CURRENT_TEST")
        form.attempt.value = "KD"
    assert "RuntimeError: no &lt;judge&gt; for KD" in form.trouble.value
    assert 'role="alert"' in form.trouble.value
    form.attempt.value = "KDxKC"
    assert form.trouble.value == ""


def test_a_callback_that_works_is_left_alone() -> None:
    """What a callback is given arrives."""
    heard: list[int] = []
    loud(lambda _error: None)(heard.append)(3)
    assert heard == [3]
