"""Table options: switches, choices and every overridable number, validated before a table exists.

A room's `data.toml` lists them under [options]: kind, default, limits, rule, provenance.
"""

from typing import Any, Final

import msgspec

from parlour.core.errors import BadTable

_MOST_NUMBERS: Final = 400

Values = dict[str, Any]
"""The value of every option of a table, by name."""


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing a table may decide.

    `mark`: S stated in the rulebook, F found elsewhere, I inferred, D our default.
    `series`: only in the room's own tournament.
    """

    kind: str
    default: Any
    rule: str
    mark: str
    least: int = 0
    most: int = 1_000_000
    words: list[str] = []
    series: bool = False

    def fits(self, value: object) -> bool:
        if self.kind == "switch":
            return isinstance(value, bool)
        if self.kind == "number":
            return self._is_number(value)
        if self.kind == "word":
            return value in self.words
        if self.kind == "numbers":
            return _count(value) <= _MOST_NUMBERS and self._are_numbers(value)
        raise ValueError(f"unknown kind of option: {self.kind}")

    def _is_number(self, value: object) -> bool:
        return type(value) is int and self.least <= value <= self.most

    def _are_numbers(self, value: object, depth: int = 0) -> bool:
        if not isinstance(value, list | tuple) or depth > 2 or not value:
            return False
        return all(self._is_number(v) or self._are_numbers(v, depth + 1) for v in value)


def _count(value: object) -> int:
    return sum(map(_count, value)) if isinstance(value, list | tuple) else 1


def read_options(data: dict[str, Any]) -> dict[str, Option]:
    """The options of a data file; a default that breaks its own limits is a bug, told at import."""
    options = msgspec.convert(data["options"], dict[str, Option])
    for name, option in options.items():
        if not option.fits(option.default):
            raise ValueError(f"option {name}: its default does not fit")
    return options


def settle_options(options: dict[str, Option], wanted: dict[str, object]) -> Values:
    """Every option's value, or BadTable with the reason."""
    for name, value in wanted.items():
        if name not in options:
            raise BadTable("unknown_option", facts={"name": name, "list": sorted(options)})
        option = options[name]
        if not option.fits(value):
            facts: dict[str, object] = {
                "name": name,
                "value": str(value),
                "allowed": allowed(option),
            }
            raise BadTable("bad_option", option.rule, facts)
    return {name: wanted.get(name, option.default) for name, option in options.items()}


def allowed(option: Option) -> str:
    if option.kind == "switch":
        return "true / false"
    if option.kind == "word":
        return " / ".join(option.words)
    limits = f"{option.least}…{option.most}"
    return limits if option.kind == "number" else f"[{limits}, …]"
