"""What cannot be done for whoever runs a simulation: a file of another run, a missing library."""

from importlib import import_module
from typing import Any, final

from parlour.core.errors import Refusal


@final
class LabRefusal(Refusal):
    """Its sentences are the command line's (`cli/text`, `lab`)."""


def optional(module: str, extra: str) -> Any:
    """A library that only an extra of the package brings, imported when it is needed."""
    try:
        return import_module(module)
    except ImportError:
        facts: dict[str, object] = {"name": module, "extra": f"parlour[{extra}]"}
        raise LabRefusal("not_installed", facts=facts) from None
