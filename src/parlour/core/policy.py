"""How the bots of a room weigh what they may choose, as numbers: quick enough to play out worlds.

A policy is given a table and reads of it only what the seat knows.  So it does not matter whether
the table is the true one or one that was imagined from the seat's view; a test holds that both
give the same worths.  Only `value` may read everything: it is asked of imagined tables alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from parlour.core.decision import FIRST_OFFER
from parlour.core.errors import Facts, RulesBug
from parlour.core.ids import NO_CHOICE
from parlour.core.native import mypyc_attr

if TYPE_CHECKING:
    from parlour.core.ids import ChoiceId
    from parlour.core.mind import Mind, Odds
    from parlour.core.rng import Rng
    from parlour.core.table import Table

T = TypeVar("T", bound="Table")

Weights = dict[str, float]
"""The numbers of a policy by name, from the room's `bots.toml`."""

Reason = tuple[str, Facts]
"""The key of a sentence among the room's `hints`, and its facts."""

NO_REASON: Final[Reason] = ("", {})

TIE: Final = 1e-6
"""Worths that differ by less are equal: chance decides."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy(Generic[T]):
    """A room's subclass weighs choices, and says what an imagined table is worth to a seat."""

    searches: ClassVar[bool] = True
    """Whether trying choices in imagined worlds has been measured to play better."""
    never: ClassVar[float] = -1e9
    """What is worth this or less looks absurd: only a bot that has nothing else does it."""

    def __init__(self, weights: Weights) -> None:
        self.slip: Final = weights.get("slip", 0.0)
        """How much a worth may be misjudged, in the room's own units."""
        self.care: Final = weights.get("care", 0.0)
        """What looks worse than the best by more than this is never chosen."""
        self.longest: Final = int(weights.get("longest", 24.0))
        """Choices after which a play-out is valued where it stands."""

    # --- a room fills these in --------------------------------------------------------------

    def weigh(self, t: T, seat: int, choices: list[ChoiceId]) -> list[float]:
        """The worth of each choice to the seat, from what it knows.

        A standing offer is taken if it is worth more than 0.
        """
        raise RulesBug("a policy weighs choices")

    def value(self, t: T, seat: int) -> float:
        """The seat's share of the victory that is to be expected at an imagined table, 0 to 1."""
        raise RulesBug("a policy values tables")

    def rests(self, t: T) -> bool:
        """Whether this is a moment at which play-outs end and the table is valued.

        It is asked after the choice that is tried, too.
        """
        return False

    def odds(self, mind: Mind[T]) -> Odds | None:
        """How likely each layout of what is hidden is, where the seat can tell; see `Mind.odds`."""
        return None

    def beliefs(self, t: T, seat: int) -> list[dict[str, float]] | None:
        """For each seat the chance of what it may hide, by name, as this seat must see it.

        For people who ask afterwards why a bot did something; None where a room hides no such
        thing.  A view's table is `game.mind(view).template`.
        """
        return None

    # --- choosing ---------------------------------------------------------------------------

    def sensible(self, t: T, seat: int, choices: list[ChoiceId]) -> list[ChoiceId]:
        """All that are not absurd; all, if there are no others.  Nothing else is tried in worlds.

        Play-outs among bots cannot tell: to them much comes to nearly the same.
        """
        worths = self.weigh(t, seat, choices)
        found = [choices[k] for k in range(len(choices)) if worths[k] > self.never]
        return found or choices

    def pick(self, t: T, seat: int, rng: Rng) -> ChoiceId | None:
        """What the seat chooses; None to take none of the offers, where nothing is asked."""
        choices = t.choices(seat)
        if not choices:
            return None
        return self.prefer(choices, self.weigh(t, seat, choices), rng)

    def prefer(self, choices: list[ChoiceId], worths: list[float], rng: Rng) -> ChoiceId | None:
        """The worthiest offer if it is worth taking, else the worthiest answer, shaken a little."""
        offer, most, best = NO_CHOICE, 0.0, -1e18
        for k in range(len(choices)):
            if choices[k] < FIRST_OFFER:
                best = max(best, worths[k])
            elif worths[k] > most:
                offer, most = choices[k], worths[k]
        if offer != NO_CHOICE:
            return offer
        return self._shaken(choices, worths, best, rng)

    def _shaken(
        self, choices: list[ChoiceId], worths: list[float], best: float, rng: Rng
    ) -> ChoiceId | None:
        """Among the answers that look nearly best: who cares less takes a worse one at times."""
        found: ChoiceId | None = None
        most = -1e18
        for k in range(len(choices)):
            if choices[k] >= FIRST_OFFER or worths[k] < best - self.care - TIE:
                continue
            noisy = worths[k] + (self.slip + TIE) * rng.below(4096) / 4096
            if noisy > most:
                found, most = choices[k], noisy
        return found

    def settled(self, t: T, seat: int) -> float:
        """The seat's share of the victory: as it came, or as it is to be expected."""
        over = t.outcome
        if over is None:
            return self.value(t, seat)
        return 1.0 / len(over.winners) if seat in over.winners else 0.0

    # --- explaining -------------------------------------------------------------------------

    def reason(self, t: T, seat: int, choice: ChoiceId) -> Reason:
        """What speaks for a choice, from what the seat knows: a key of the room's `hints`, facts.

        For people who ask for a hint.  A room fills it in where it has something to say.
        """
        return NO_REASON


AnyPolicy = Policy[Any]


@mypyc_attr(allow_interpreted_subclasses=True)
class Player:
    """Plays one seat by a policy: here without a memory.

    A room whose time passes by itself may have players that decide when they act (`timely`): they
    are polled in every tick, and None means to wait even where something is asked.
    """

    timely: ClassVar[bool] = False

    def __init__(self, policy: AnyPolicy, rng: Rng) -> None:
        self.policy: Final = policy
        self.rng: Final = rng
        self.slowness: float = 1.0
        """What its reaction times are multiplied by, where it decides when to act."""

    def pick(self, t: Any, seat: int) -> ChoiceId | None:
        """What the seat chooses at a table of which it reads what the seat knows."""
        return self.policy.pick(t, seat, self.rng)
