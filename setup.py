"""What pyproject.toml cannot say: the compiled kernel, and the top-level folders that travel too.

The kernel is an *optional* extension: where there is no Cython or no C compiler the package is
installed all the same, and the plain source of the kernel does the work; so it is with
``CASINO_TUTOR_KERNEL=plain`` in the environment. ``casino-tutor doctor`` says which one is in use.
"""

import os
import shutil
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_py import build_py

SHELVES = ("notebooks", "puzzles")
KERNEL = Path("casino_tutor", "engine", "kernel.py")
#: The kernel checks its own bounds; its numbers are those of C (see kernel.pxd).
DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,
    "infer_types": True,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
}


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


def extensions() -> list[Extension]:
    """Return the kernel as an extension, translated to C; none where that is not possible."""
    if not KERNEL.exists() or os.environ.get("CASINO_TUTOR_KERNEL") == "plain":
        return []
    try:
        from Cython.Build import cythonize
        from Cython.Compiler.Errors import CompileError
    except ImportError:
        return []
    # Without what a debugger reads it is a fifth of the size.
    slim = ["-g0"] if os.name == "posix" else []
    kernel = Extension("casino_tutor.engine.kernel", [KERNEL.as_posix()], extra_compile_args=slim)
    try:
        found = cythonize(
            [kernel], build_dir="build/cython", compiler_directives=DIRECTIVES, quiet=True
        )
    except CompileError:
        return []
    for extension in found:
        # Cython does not pass this on.
        extension.optional = True
    return list(found)


setup(cmdclass={"build_py": BuildWithShelves}, ext_modules=extensions())
