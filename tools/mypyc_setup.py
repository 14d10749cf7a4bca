"""Run mypyc in place, in the current folder.  Started by compile.py, never by hand.

Arguments: optimisation level, mypy's configuration file, the modules.
"""

import os
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from mypyc.build import mypycify
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext


class ParallelBuild(build_ext):
    """Several C files of one extension are compiled at the same time."""

    def build_extension(self, ext: Extension) -> None:
        one_by_one = self.compiler.compile

        def compile_all(sources: Iterable[str], *args: Any, **options: Any) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                jobs = [pool.submit(one_by_one, [s], *args, **options) for s in sources]
                return [path for job in jobs for path in job.result()]

        self.compiler.compile = compile_all
        try:
            super().build_extension(ext)
        finally:
            self.compiler.compile = one_by_one


def own_names() -> list[str]:
    """Only what Python starts a library by is seen from outside.

    Otherwise gcc and clang must allow for another library that replaces a function of ours: they
    call it through a table and build none into its caller.  Python's own functions are called
    straight from that table where the system has one: a rule calls a hundred of them.
    """
    if sys.platform == "win32":
        return []
    return ["-fvisibility=hidden", *(["-fno-plt"] if sys.platform == "linux" else [])]


def main() -> None:
    opt_level, config, *modules = sys.argv[1:]
    extensions: list[Any] = mypycify(
        ["--config-file", config, "--cache-dir", "build/mypy", *modules],
        opt_level=opt_level,
        debug_level="0",
        # One big C file runs faster, many small ones compile faster.
        multi_file=opt_level == "0",
        group_name="parlour",
    )
    for extension in extensions:
        extension.extra_compile_args += own_names()
    setup(
        name="parlour",
        packages=[],
        py_modules=[],
        ext_modules=extensions,
        cmdclass={"build_ext": ParallelBuild},
        script_args=["--quiet", "build_ext", "--inplace"],
    )


if __name__ == "__main__":
    main()
