"""Counts of what happened, which add up over jobs, runs and days."""

from typing import Any, Final

import msgspec

SHARES: Final = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "max": 1.0}

WRONG: Final = ("lost", "twice", "wrong", "stuck", "broken")
_FIRST: Final = ("kills", "seconds", "acknowledged", *WRONG)


class Tally(msgspec.Struct):
    """`lost`, `twice`, `wrong` (another order, or done though refused), `stuck` (a table that did
    not go on), `broken` (all else that went wrong): all of them must stay 0.  `store_kills`: of the
    kills, those of a database; `meanwhile`: what was acknowledged at the tables of other databases
    before it was back.  `checked`, `left_out` and `alone`: deals and draws in which a guest found
    their own share, did not, or in which the house drew alone.  `played_out`: jobs that have played
    everything they had begun to its end.
    """

    kills: int = 0
    store_kills: int = 0
    meanwhile: int = 0
    seconds: float = 0.0
    acknowledged: int = 0
    sent_again: int = 0
    refused: int = 0
    reconnects: int = 0
    lost: int = 0
    twice: int = 0
    wrong: int = 0
    stuck: int = 0
    broken: int = 0
    games: int = 0
    ticking_games: int = 0
    rematches: int = 0
    series: int = 0
    evenings: int = 0
    undone: int = 0
    pleas: int = 0
    agreed: int = 0
    declined: int = 0
    said: int = 0
    pauses: int = 0
    backups: int = 0
    checked: int = 0
    left_out: int = 0
    alone: int = 0
    played_out: int = 0
    recovery_ms: list[float] = []

    @property
    def bad(self) -> int:
        return sum(getattr(self, name) for name in WRONG)

    def add(self, other: "Tally") -> None:
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def taken(self) -> "Tally":
        """All so far; counting begins anew."""
        so_far = Tally(**{name: getattr(self, name) for name in self.__struct_fields__})
        for name, value in msgspec.structs.asdict(Tally(recovery_ms=[])).items():
            setattr(self, name, value)
        return so_far

    def recovery(self) -> dict[str, int]:
        times = sorted(self.recovery_ms) or [0.0]
        return {
            name: round(times[min(len(times) - 1, int(len(times) * share))])
            for name, share in SHARES.items()
        }

    def summary(self) -> dict[str, Any]:
        return {**msgspec.structs.asdict(self), "recovery_ms": self.recovery()}

    def __str__(self) -> str:
        rest = {name: value for name, value in self.summary().items() if name not in _FIRST}
        wrong = ", ".join(f"{getattr(self, name)} {name}" for name in WRONG)
        return (
            f"{self.kills:,} kills in {self.seconds / 60:.0f} minutes, "
            f"{self.acknowledged:,} acknowledged: {wrong}\n  "
            + ", ".join(f"{name} {value}" for name, value in rest.items())
        )
