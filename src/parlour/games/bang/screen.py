"""The table of BANG! in a terminal."""

from parlour.core.screen import Panel, lined
from parlour.core.words import Words
from parlour.games.bang.view import BangView

SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


class Screen:
    """What a view shows: the deck, everybody clockwise from me, what lies open, my hand."""

    def __init__(self, view: BangView, words: Words, lang: str, names: list[str]) -> None:
        self.view = view
        self.words = words
        self.lang = lang
        self.names = names
        self.dead = {grave.seat for grave in view.fallen}

    def __str__(self) -> str:
        view = self.view
        first = view.eyes or 0
        lines = [self.piles(), ""]
        for k in range(view.players):
            lines += self.player((first + k) % view.players)
        for line in [*self.laid_open(), *self.hand()]:
            lines += ["", line]
        return "\n".join(lines)

    def panels(self) -> list[Panel]:
        first = self.view.eyes or 0
        seats = [(first + k) % self.view.players for k in range(self.view.players)]
        middle = Panel("", lined([self.piles(), *self.laid_open()]))
        return [middle, *[self.panel(seat) for seat in seats]]

    def panel(self, seat: int) -> Panel:
        title = f"{seat} {self.names[seat]} {self.hearts(seat)}{self.purse(seat)}".rstrip()
        lines = [self.person(seat), *self.belongings(seat)]
        return Panel(title, lined([*lines, *(self.hand() if seat == self.view.eyes else [])]), seat)

    def laid_open(self) -> list[str]:
        """Characters for hire, and cards that are turned up or looked at."""
        view, lines = self.view, []
        if view.hiring is not None and view.hiring.pool:
            lines.append(f"{self.say('pool')}: {', '.join(map(self.name, view.hiring.pool))}")
        for key, cards in (("store", view.store), ("turned", view.turned)):
            lines += [f"{self.say(key)}: {self.cards(cards)}"] if cards else []
        if view.looked and view.eyes == view.turn:
            lines.append(f"{self.say('looked')}: {self.cards(view.looked)}")
        return lines

    def hand(self) -> list[str]:
        """My own hand; a bystander has none."""
        eyes = self.view.eyes
        return [] if eyes is None else [f"{self.say('hand')}: {self.cards(self.view.hands[eyes])}"]

    def say(self, key: str, **facts: object) -> str:
        return self.words.say(self.lang, f"screen.{key}", **facts)

    def name(self, token: str) -> str:
        return self.words.say(self.lang, f"names.{token}")

    def card(self, card: str) -> str:
        if card == "?":
            return card
        kind, _, face = card.partition(":")
        return f"{self.name(kind)} {face[:-1]}{SIGNS[face[-1]]}"

    def cards(self, cards: list[str]) -> str:
        return ", ".join(map(self.card, cards)) or self.say("empty")

    def piles(self) -> str:
        view = self.view
        top = self.card(view.discards[-1]) if view.discards else self.say("empty")
        left = self.say("cards", count=len(view.deck))
        return f"{self.say('deck')}: {left}   {self.say('discards')}: {top}"

    def player(self, seat: int) -> list[str]:
        """Who it is and how alive; below it what they have."""
        view = self.view
        sign = "▶" if view.turn == seat and view.over is None else " "
        head = f"{sign} {seat} {self.names[seat]:<10} {self.hearts(seat):<6}{self.purse(seat)}"
        return [f"{head} {self.person(seat)}", *[f"      {line}" for line in self.belongings(seat)]]

    def person(self, seat: int) -> str:
        """Character, role and distance, as far as they are known."""
        if not self.view.characters:
            return f"{self.hired(seat)}{self.role(seat)}"
        character = self.name(self.view.characters[seat])
        return f"{character}, {self.role(seat)}{self.range(seat)}"

    def belongings(self, seat: int) -> list[str]:
        """The ability; what is in hand as far as it is known, and what lies before them."""
        view = self.view
        if not view.characters or seat in self.dead:
            return []
        ability = self.words.say(self.lang, f"abilities.{view.characters[seat]}")
        hand = view.hands[seat]
        known = [card for card in hand if card != "?"] if seat != view.eyes else []
        count = self.say("cards", count=len(hand)) + (f" ({self.cards(known)})" if known else "")
        table = f"  [{self.cards(view.front[seat])}]" if view.front[seat] else ""
        return [ability, f"{count}{table}"]

    def purse(self, seat: int) -> str:
        """The dollars of a scored game; a debt has its sign before them."""
        if not self.view.money:
            return ""
        amount = self.view.money[seat]
        return f" {'−' if amount < 0 else ''}${abs(amount)}"

    def hired(self, seat: int) -> str:
        name = self.view.hiring.hired[seat] if self.view.hiring is not None else ""
        return f"{self.name(name)}, " if name else ""

    def hearts(self, seat: int) -> str:
        life = max(0, self.view.life[seat])
        if not self.view.characters or seat in self.dead:
            return "†" if seat in self.dead else ""
        return "♥" * life + "·" * (self.view.full[seat] - life)

    def role(self, seat: int) -> str:
        role = self.view.roles[seat]
        if role == "?":
            return self.say("unknown")
        if seat in self.dead:
            return self.say("dead", role=self.name(role))
        return self.say("you", role=self.name(role)) if seat == self.view.eyes else self.name(role)

    def range(self, seat: int) -> str:
        """How far my weapon reaches, and how far the others are."""
        sight = self.view.sight
        if sight is None or seat in self.dead:
            return ""
        if seat == self.view.eyes:
            return f", {self.say('reach', number=sight.reach)}"
        return f", {self.say('distance', number=sight.distances[seat])}"
