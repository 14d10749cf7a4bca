"""Build hook: a wheel carries the compiled kernel and rules where mypyc and a C compiler work.

Where they do not, it says why and the wheel is pure Python.  Editable installs never compile.
"""

import importlib.util
import sys
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def load_compile(root: Path) -> ModuleType:
    """tools/compile.py, which is no part of the package."""
    spec = importlib.util.spec_from_file_location("parlour_compile", root / "tools" / "compile.py")
    if spec is None or spec.loader is None:
        raise ImportError("tools/compile.py is missing")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class CustomBuildHook(BuildHookInterface[Any]):
    """Adds the shared libraries to the wheel, and the tag that goes with them."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel" or version == "editable":
            return
        self.scratch = tempfile.TemporaryDirectory(prefix="parlour-wheel-")
        tree = Path(self.scratch.name)
        try:
            libraries = load_compile(Path(self.root)).build(Path(self.root), tree, "3")
        except Exception as why:  # whatever it was, a pure wheel is better than none
            print(f"parlour: not compiled, the wheel is pure Python: {why}", file=sys.stderr)
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for library in libraries:
            build_data["force_include"][str(library)] = str(library.relative_to(tree))

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "scratch"):
            self.scratch.cleanup()
