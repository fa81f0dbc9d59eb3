"""Compile the rules of the games with mypyc where that is possible; elsewhere the same files run as Python.

``STOLIK_COMPILE=0`` leaves them as they are, ``STOLIK_COMPILE=1`` makes it an error if they cannot be compiled. An
editable install (``pip install -e``) never compiles: it would go on running what was compiled before an edit.
Which files these are, and what a machine lacks for it, says ``src/stolik/compiled.py``.
"""

import os
import runpy
import shlex
import sys
import warnings
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

MYPY = "mypy[mypyc]==2.4.1"  # what it makes of a file is part of the product: tests compare both, see tests
BUILD = Path("build", sys.implementation.cache_tag)  # of one Python, so that several may build side by side

compiled = runpy.run_path("src/stolik/compiled.py")
wish = os.environ.get("STOLIK_COMPILE", "")


def problem() -> str:
    """Why nothing is compiled here, empty if it is."""
    if wish == "0":
        return "STOLIK_COMPILE=0"
    if "editable_wheel" in sys.argv or "develop" in sys.argv:
        return "the install is editable"
    lacking = compiled["missing"]()
    return f"{lacking} is missing" if lacking else ""


def give_up(reason: str) -> None:
    """Go on uncompiled, or fail if compiling was demanded."""
    if wish == "1":
        raise SystemExit(f"STOLIK_COMPILE=1, but the rules cannot be compiled: {reason}")
    if wish != "0":
        warnings.warn(f"the rules of the games are not compiled, they will be slow: {reason}", stacklevel=2)


def extensions() -> list[Extension]:
    """The C extensions that mypyc writes; none if it does not succeed."""
    os.environ.setdefault("MYPYPATH", "src")
    if "CC" not in os.environ and compiled["compiler"]():
        os.environ["CC"] = shlex.join(compiled["compiler"]())
    # Only what the compiler itself says counts: no settings of the developers, no word about code that is not compiled.
    options = ["--config-file=", "--follow-imports=silent", "--ignore-missing-imports", f"--cache-dir={BUILD}/mypy"]
    try:
        from mypyc.build import mypycify  # noqa: PLC0415 (only here if it is wanted)

        found: list[Extension] = mypycify(
            [*options, *map(str, compiled["sources"]())],
            opt_level="3",
            debug_level="0",
            group_name="stolik",
            target_dir=str(BUILD),
        )
    except (Exception, SystemExit) as error:  # noqa: BLE001 (mypyc ends a build of ours in many ways)
        give_up(f"mypyc failed ({type(error).__name__}: {error})")
        return []
    for extension in found:
        # A later C compiler that knows more warnings must not keep anybody from installing.
        extension.extra_compile_args = [flag for flag in extension.extra_compile_args if flag != "-Werror"]
        if sys.platform != "win32":
            extension.extra_compile_args.append("-fvisibility=hidden")  # 10 to 15 per cent
    return found


class Files(build_py):
    """Copies the Python files, and nothing that an earlier build left behind."""

    def run(self) -> None:
        """Remove from the build folder what is no longer among the sources."""
        for path in Path(self.build_lib).rglob("*"):
            if path.is_file() and path.suffix not in {".so", ".pyd"}:
                path.unlink()
        super().run()


class AllOrNothing(build_ext):
    """Compiles every module, or leaves none of them compiled."""

    def run(self) -> None:
        """Compile; if one file fails, remove the others."""
        wanted = {Path(self.get_ext_fullpath(each.name)) for each in self.extensions}
        for path in Path(self.build_lib).rglob("*"):
            if path.suffix in {".so", ".pyd"} and path.resolve() not in {each.resolve() for each in wanted}:
                path.unlink()
        try:
            super().run()
        except Exception as error:  # noqa: BLE001 (each compiler fails with errors of its own)
            for path in wanted:
                path.unlink(missing_ok=True)
            self.extensions.clear()
            give_up(f"the C compiler failed ({error})")


reason = problem()
asked_for_requirements = "egg_info" in sys.argv  # how setuptools is run when pip asks what a build needs
building = bool({"bdist_wheel", "build", "build_ext", "install"} & set(sys.argv))
if reason and building:
    give_up(reason)

setup(
    setup_requires=[MYPY] if asked_for_requirements and not reason else [],
    ext_modules=extensions() if building and not reason else [],
    cmdclass={"build_py": Files, "build_ext": AllOrNothing},
    options={"build": {"build_base": str(BUILD)}, "bdist_wheel": {"bdist_dir": str(BUILD / "wheel")}},
)
