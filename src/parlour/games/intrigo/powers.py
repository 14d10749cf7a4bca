"""The six powers of influence.  Each says what it may be turned on, and what it does there.

A power works on one of the two buildings beside its gap.  What it may reach of the building's
surroundings is its token, or whatever lies in its other gap.  [INT-16] [INT-A3]
"""

from typing import ClassVar, Final, final

from parlour.core.decision import unpack
from parlour.core.errors import IllegalChoice
from parlour.core.ids import NO_CARD, CardId, ChoiceId
from parlour.core.menu import Menu
from parlour.core.native import mypyc_attr
from parlour.core.piles import bit
from parlour.games.intrigo import tell_gen as tell
from parlour.games.intrigo.kinds import BARE, KINDS, NOWHERE
from parlour.games.intrigo.state import IntrigoTable


def no_such_gap(t: IntrigoTable, text: str) -> IllegalChoice:
    return t.refuse("no_such_gap", {"gap": text, "number": t.rules.ring})


def nowhere(t: IntrigoTable, text: str) -> IllegalChoice | None:
    """What is written like a place of the ring, but is none."""
    if is_place(text, "g") and t.numbered(text, "g") == NOWHERE:
        return no_such_gap(t, text)
    if is_place(text, "b") and t.numbered(text, "b") == NOWHERE:
        return t.refuse("no_such_building", {"building": text, "number": t.rules.ring})
    return None


def is_place(text: str, letter: str) -> bool:
    return text[:1] == letter and text[1:].isdecimal()


def out_of_reach(t: IntrigoTable, gap: int, text: str) -> IllegalChoice:
    within = [t.gap_text(other) for other in t.reach(gap)]
    return t.refuse("out_of_reach", {"place": text, "list": within})


@mypyc_attr(allow_interpreted_subclasses=True)
class Power:
    """What one kind of influence can do."""

    points: ClassVar[bool] = True
    """Whether a use is `what@where`; otherwise it is one place alone."""

    place: ClassVar[str] = "g"
    """The letter of the places it is used on."""

    def fill(self, t: IntrigoTable, gap: int, menu: Menu) -> None:
        """Every use from this gap; none: the card just fills it.  [INT-A1]"""

    def use(self, t: IntrigoTable, seat: int, gap: int, choice: ChoiceId) -> None:
        """The choice is one of the targets."""

    def text(self, t: IntrigoTable, choice: ChoiceId) -> str:
        what, where = unpack(choice)
        return f"{t.gap_text(what)}@{t.gap_text(where)}"

    def reads(self, what: str, where: str) -> bool:
        """Whether this is written like a use of the power, possible or not."""
        return is_place(what, self.place) and (
            is_place(where, self.place) if self.points else not where
        )

    def refusal(self, t: IntrigoTable, gap: int, what: str, where: str) -> IllegalChoice:
        """Why `what@where`, or `what` where the power does not point, is no use of it now."""
        raise NotImplementedError


@final
class Merchant(Power):
    """Swap the token on B with any other token in the palace.  [INT-19] [INT-A5] [INT-A6]"""

    place: ClassVar[str] = "b"

    def fill(self, t: IntrigoTable, gap: int, menu: Menu) -> None:
        tokens = t.with_tokens()
        for building in t.beside(gap):
            mark = bit(building)
            if tokens & mark:
                menu.each(building, tokens & ~mark)

    def use(self, t: IntrigoTable, seat: int, gap: int, choice: ChoiceId) -> None:
        building, other = unpack(choice)
        tell.traded(t, seat, gap, building, other)
        t.tokens[building], t.tokens[other] = t.tokens[other], t.tokens[building]
        t.stolen[building], t.stolen[other] = t.stolen[other], t.stolen[building]

    def text(self, t: IntrigoTable, choice: ChoiceId) -> str:
        what, where = unpack(choice)
        return f"{t.building_text(what)}@{t.building_text(where)}"

    def refusal(self, t: IntrigoTable, gap: int, what: str, where: str) -> IllegalChoice:
        if t.numbered(what, "b") not in t.beside(gap):
            return not_a_neighbour(t, gap, what)
        bare = [text for text in (what, where) if t.tokens[t.numbered(text, "b")] == BARE]
        return t.refuse("two_tokens", {"building": what, "other": bare[0] if bare else None})


@final
class Assassin(Power):
    """Turn the plot next to B face down; a dead one stays dead.  [INT-20] [INT-A4]"""

    points: ClassVar[bool] = False

    def fill(self, t: IntrigoTable, gap: int, menu: Menu) -> None:
        for other in t.reach(gap):
            if t.is_plot(other):
                menu.alone(other)

    def use(self, t: IntrigoTable, seat: int, gap: int, choice: ChoiceId) -> None:
        tell.murdered(t, seat, gap, choice)
        t.dead[choice] = True

    def text(self, t: IntrigoTable, choice: ChoiceId) -> str:
        return t.gap_text(choice)

    def refusal(self, t: IntrigoTable, gap: int, what: str, where: str) -> IllegalChoice:
        if t.numbered(what, "g") not in t.reach(gap):
            return out_of_reach(t, gap, what)
        return t.refuse("no_plot", {"gap": what})


@final
class Courtesan(Power):
    """Name a plot that is not in the palace; its holder must lay it there.  [INT-21]"""

    def fill(self, t: IntrigoTable, gap: int, menu: Menu) -> None:
        free = [other for other in t.reach(gap) if t.gaps[other] == NO_CARD]
        looks = t.looks_left() if free else []
        for other in free:
            mark = bit(other)
            for look in looks:
                menu.each(look, mark)

    def use(self, t: IntrigoTable, seat: int, gap: int, choice: ChoiceId) -> None:
        look, other = unpack(choice)
        holder, in_vain = self.search(t, seat, look)
        tell.called(t, seat, gap, look, other, in_vain)
        card = best_known(t, holder, look)
        t.place(holder, card, other)
        if t.unplaced(look) > 0:
            for passed in in_vain:
                if look not in t.lacks[passed]:
                    t.lacks[passed] += (look,)
        tell.obeyed(t, holder, card, other)

    def search(self, t: IntrigoTable, seat: int, look: int) -> tuple[int, list[int]]:
        """The first holder clockwise, oneself last, and the seats passed over.  [INT-A8]"""
        in_vain: list[int] = []
        for step in range(1, t.players):
            asked = (seat + step) % t.players
            if look in [t.rules.look[card] for card in t.hands[asked]]:
                return asked, in_vain
            in_vain.append(asked)
        return seat, in_vain

    def text(self, t: IntrigoTable, choice: ChoiceId) -> str:
        what, where = unpack(choice)
        return f"{t.rules.look_text[what]}@{t.gap_text(where)}"

    def reads(self, what: str, where: str) -> bool:
        placed = is_place(what, "g") or is_place(what, "b")
        return what != "" and what not in KINDS and not placed and is_place(where, "g")

    def refusal(self, t: IntrigoTable, gap: int, what: str, where: str) -> IllegalChoice:
        if what not in t.rules.look_text:
            return t.refuse("not_in_game", {"card": what})
        if t.unplaced(t.rules.look_text.index(what)) == 0:
            return t.refuse("in_palace", {"card": what})
        if t.numbered(where, "g") not in t.reach(gap):
            return out_of_reach(t, gap, where)
        return t.refuse("gap_taken", {"gap": where})


def best_known(t: IntrigoTable, seat: int, look: int) -> CardId:
    """Of equal plots the copy known to most is laid first."""
    best = NO_CARD
    for card in t.hands[seat]:
        same = t.rules.look[card] == look
        if same and (best == NO_CARD or t.knows.knowers(card) > t.knows.knowers(best)):
            best = card
    return best


@final
class Gondolier(Power):
    """Swap the plot next to B with any other plot in the palace.  [INT-22] [INT-A4]"""

    def fill(self, t: IntrigoTable, gap: int, menu: Menu) -> None:
        plots = t.gaps_with_plots()
        for near in t.reach(gap):
            mark = bit(near)
            if plots & mark:
                menu.each(near, plots & ~mark)

    def use(self, t: IntrigoTable, seat: int, gap: int, choice: ChoiceId) -> None:
        near, far = unpack(choice)
        tell.ferried(t, seat, gap, near, far)
        t.exchange(near, far)

    def refusal(self, t: IntrigoTable, gap: int, what: str, where: str) -> IllegalChoice:
        if t.numbered(what, "g") not in t.reach(gap):
            return out_of_reach(t, gap, what)
        if not t.is_plot(t.numbered(what, "g")):
            return t.refuse("no_plot", {"gap": what})
        return t.refuse("swap_needs_plot", {"gap": what, "other": where if where != what else None})


@final
class Guard(Power):
    """Move the plot next to B into any other empty gap.  [INT-23] [INT-A4] [INT-A10]"""

    def fill(self, t: IntrigoTable, gap: int, menu: Menu) -> None:
        free = t.open_gaps()
        for near in t.reach(gap):
            if t.is_plot(near):
                menu.each(near, free)

    def use(self, t: IntrigoTable, seat: int, gap: int, choice: ChoiceId) -> None:
        near, far = unpack(choice)
        tell.marched(t, seat, gap, near, far)
        t.exchange(near, far)

    def refusal(self, t: IntrigoTable, gap: int, what: str, where: str) -> IllegalChoice:
        if t.numbered(what, "g") not in t.reach(gap):
            return out_of_reach(t, gap, what)
        if not t.is_plot(t.numbered(what, "g")):
            return t.refuse("no_plot", {"gap": what})
        return t.refuse("guard_needs_empty", {"gap": where})


@final
class Thief(Power):
    """Turn the token on B face down; one that lies so already stays so.  [INT-24] [INT-A19]"""

    points: ClassVar[bool] = False
    place: ClassVar[str] = "b"

    def fill(self, t: IntrigoTable, gap: int, menu: Menu) -> None:
        for building in t.beside(gap):
            if t.tokens[building] != BARE:
                menu.alone(building)

    def use(self, t: IntrigoTable, seat: int, gap: int, choice: ChoiceId) -> None:
        tell.stole(t, seat, gap, choice)
        t.stolen[choice] = True

    def text(self, t: IntrigoTable, choice: ChoiceId) -> str:
        return t.building_text(choice)

    def refusal(self, t: IntrigoTable, gap: int, what: str, where: str) -> IllegalChoice:
        if t.numbered(what, "b") not in t.beside(gap):
            return not_a_neighbour(t, gap, what)
        return t.refuse("no_token", {"building": what})


def not_a_neighbour(t: IntrigoTable, gap: int, text: str) -> IllegalChoice:
    near = [t.building_text(building) for building in t.beside(gap)]
    return t.refuse("not_a_neighbour", {"building": text, "list": near})


# In the order of KINDS.
POWERS: Final[list[Power]] = [
    Merchant(),
    Assassin(),
    Courtesan(),
    Gondolier(),
    Guard(),
    Thief(),
]
