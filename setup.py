"""Put the top-level folders of notebooks and puzzles into the built package."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

SHELVES = ("notebooks", "puzzles")


class BuildWithShelves(build_py):
    """Build the package, then copy each shelf into it: ``casino_tutor/notebooks/`` and so on."""

    def run(self) -> None:
        """Build; an editable install gets no copies, since it reads the checkout's own folders."""
        super().run()
        if self.editable_mode:
            return
        for shelf in SHELVES:
            target = Path(self.build_lib, "casino_tutor", shelf)
            # What an earlier build left there may have been renamed or removed since.
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(shelf, target, ignore=shutil.ignore_patterns(".*", "__pycache__"))


setup(cmdclass={"build_py": BuildWithShelves})
