"""The table of Kings Under Mountains in a terminal."""

from parlour.core.screen import Panel, lined
from parlour.core.words import Words
from parlour.games.kings.kinds import RACES
from parlour.games.kings.view import KingsView, MineView


class Screen:
    """What a view shows, top to bottom as it lies: camp, centre, kings, my hand."""

    def __init__(self, view: KingsView, words: Words, lang: str, names: list[str]) -> None:
        self.view = view
        self.words = words
        self.lang = lang
        self.names = names

    def __str__(self) -> str:
        lines = [self.deck(), self.camp(), "", self.say("centre")]
        lines += map(line, self.centre())
        for seat in range(self.view.players):
            lines += ["", *self.king(seat)]
        if self.view.eyes is not None:
            lines += ["", self.hand(self.view.hands[self.view.eyes])]
        return "\n".join(lines)

    def panels(self) -> list[Panel]:
        shared = Panel("", lined([self.deck(), self.camp()]))
        kings = [self.panel(seat) for seat in range(self.view.players)]
        return [shared, Panel(self.say("centre"), self.centre()), *kings]

    def panel(self, seat: int) -> Panel:
        view = self.view
        cards = view.hands[seat]
        hand = self.hand(cards) if seat == view.eyes else self.backs(cards)
        title = f"{self.names[seat]}, {self.race(view.kings[seat])}"
        return Panel(title, [(self.worked(seat),), *self.mines(seat), (hand,)], seat)

    def say(self, key: str, **facts: object) -> str:
        return self.words.say(self.lang, f"screen.{key}", **facts)

    def race(self, race: str) -> str:
        return self.words.say(self.lang, f"names.{race}")

    def unit(self, card: str) -> str:
        face = card.partition("/")[0]
        return f"{self.race(face[:-1])} {face[-1]}"

    def deck(self) -> str:
        deck = self.view.deck
        top = f", {mine(deck[0])}" if deck else ""
        return f"{self.say('deck')}: {self.say('cards', count=len(deck))}{top}"

    def camp(self) -> str:
        stacks = [self.view.camp[race] for race in RACES if self.view.camp[race]]
        tops = "   ".join(f"{self.unit(stack[-1])} ({len(stack)})" for stack in stacks)
        return f"{self.say('camp')}: {tops}"

    def centre(self) -> list[tuple[str, ...]]:
        return [row(self, f"c{k + 1}", m) for k, m in enumerate(self.view.centre)]

    def mines(self, seat: int) -> list[tuple[str, ...]]:
        return [row(self, f"m{k + 1}", m) for k, m in enumerate(self.view.mines[seat])]

    def king(self, seat: int) -> list[str]:
        view = self.view
        sign = "▶" if view.turn == seat and view.over is None else " "
        who = f"{sign} {self.names[seat]}, {self.race(view.kings[seat])}.  {self.worked(seat)}"
        backs = [f"      {self.backs(view.hands[seat])}"] if seat != view.eyes else []
        return [who, *backs, *map(line, self.mines(seat))]

    def worked(self, seat: int) -> str:
        """A rival's worked mines are counted, not shown, until the game is over.  [KINGS-19]"""
        tucked = self.view.tucked[seat]
        own = tucked if seat == self.view.eyes or self.view.over else []
        shown = f" ({' '.join(map(mine, own))})" if own else ""
        return f"{self.say('tucked')}: {len(tucked)}{shown}"

    def backs(self, cards: list[str]) -> str:
        """A rival's hand."""
        return f"[{'  '.join(map(self.held, cards))}]"

    def held(self, card: str) -> str:
        """A card in hand: the mine side, and the unit where it is known."""
        return f"/{mine(card)}" if card[0] == "?" else f"{self.unit(card)} /{mine(card)}"

    def hand(self, cards: list[str]) -> str:
        return f"{self.say('hand')}: {'   '.join(map(self.held, cards))}"


def row(screen: Screen, place: str, m: MineView) -> tuple[str, ...]:
    """A mine: its place, its numbers, who lies on it, what it still needs."""
    pile = " < ".join(map(screen.unit, m.units)) or screen.say("bare")
    need = siege(screen, m) if place[0] == "c" else work(screen, m)
    return place, mine(m.mine), pile, need


def line(cells: tuple[str, ...]) -> str:
    place, numbers, pile, need = cells
    return f"  {place:<3} {numbers:<7} {pile:<36} {need}".rstrip()


def siege(screen: Screen, m: MineView) -> str:
    return screen.say("needs", count=int(mine(m.mine)[0]) - len(m.units))


def work(screen: Screen, m: MineView) -> str:
    size = mine(m.mine).split("-")[1]
    miners = int(size.rstrip("o")) - len(m.units)
    then = [screen.say("overseer")] if size.endswith("o") else []
    return ", ".join(([screen.say("needs", count=miners)] if miners > 0 else []) + then)


def mine(card: str) -> str:
    return card.partition("/")[2]
