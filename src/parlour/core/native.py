"""The decorator that mypyc reads; without mypyc it does nothing.  Not compiled itself."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(**_: Any) -> Any:
        """Tell the compiler something about a class; without a compiler, nothing."""
        return lambda cls: cls
