"""Which build is running."""

from parlour.core import table


def compiled() -> bool:
    """Whether mypyc compiled the kernel that is running."""
    return not str(getattr(table, "__file__", "")).endswith(".py")


def build() -> str:
    return "compiled" if compiled() else "pure Python"
