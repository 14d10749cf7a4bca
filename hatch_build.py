"""Build hook: a wheel carries the web client, and the compiled kernel and rules.

Where mypyc or a C compiler is missing, it says why and the wheel is pure Python.  A source
distribution brings the built client along, so that Node is needed only once.  Editable installs
build nothing.  PARLOUR_OPT_LEVEL asks for another optimisation level: `make test` has a build at 0.
"""

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def load_tool(root: Path, name: str) -> ModuleType:
    """A file of tools/, which is no part of the package."""
    spec = importlib.util.spec_from_file_location(f"parlour_{name}", root / "tools" / f"{name}.py")
    if spec is None or spec.loader is None:
        raise ImportError(f"tools/{name}.py is missing")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class CustomBuildHook(BuildHookInterface[Any]):
    """Adds the client and the shared libraries to the wheel, and the tag that goes with them."""

    def dependencies(self) -> list[str]:
        """Node as a Python package, if it is needed and this machine has none new enough."""
        root = Path(self.root)
        client = load_tool(root, "client")
        return [] if client.is_built(root) or client.system_npm() else [str(client.WHEEL)]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        load_tool(Path(self.root), "client").build(Path(self.root))
        if self.target_name == "wheel":
            self.compile(build_data)

    def compile(self, build_data: dict[str, Any]) -> None:
        """The libraries of tools/compile.py, which keeps them: a second wheel compiles nothing."""
        tool = load_tool(Path(self.root), "compile")
        opt_level = os.environ.get("PARLOUR_OPT_LEVEL", tool.BEST)
        try:
            tree = tool.machine_code(Path(self.root), tool.HOME, opt_level)
        except Exception as why:  # whatever it was, a pure wheel is better than none
            print(f"parlour: not compiled, the wheel is pure Python: {why}", file=sys.stderr)
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for library in tool.libraries(tree):
            build_data["force_include"][str(library)] = str(library.relative_to(tree))
