"""Callbacks that never fail in silence.

ipywidgets catches what a callback raises and writes it to a log that nobody sees. A callback made
`loud` shows it in the widget instead; under pytest it stops the test.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from typing import Final, ParamSpec

_Args = ParamSpec("_Args")

#: pytest sets it while a test runs.
_UNDER_TEST: Final = "PYTEST_CURRENT_TEST"


class CallbackFailedError(BaseException):
    """A callback failed under a test; its cause is what the callback raised.

    It is no ``Exception``, because ipywidgets swallows those.
    """


def loud(
    report: Callable[[Exception], None],
) -> Callable[[Callable[_Args, None]], Callable[_Args, None]]:
    """Make a decorator for callbacks whose failures are reported.

    Parameters
    ----------
    report : callable
        Shows an exception to the user.

    Returns
    -------
    callable
        The decorator. A decorated callback reports what it raises; under pytest it raises
        `CallbackFailedError` instead.
    """

    def decorator(callback: Callable[_Args, None]) -> Callable[_Args, None]:
        @wraps(callback)
        def called(*args: _Args.args, **kwargs: _Args.kwargs) -> None:
            try:
                callback(*args, **kwargs)
            except Exception as error:
                if _UNDER_TEST in os.environ:
                    raise CallbackFailedError(repr(error)) from error
                report(error)

        return called

    return decorator
