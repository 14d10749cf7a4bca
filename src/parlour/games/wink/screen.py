"""The table of Wink in a terminal."""

from parlour.core.screen import Panel, lined
from parlour.core.words import Words
from parlour.games.wink.view import WinkView

ROW = 6


class Screen:
    """What a view shows: the crowd, the seats and where they look, my own cards and duties."""

    def __init__(self, view: WinkView, words: Words, lang: str, names: list[str]) -> None:
        self.view = view
        self.words = words
        self.lang = lang
        self.names = names

    def __str__(self) -> str:
        me = self.view.eyes
        if me is not None and self.view.plans and self.view.plans[me]:
            return "\n".join(self.mine(me))  # between two glances nothing has changed
        lines = [self.say("crowd"), *self.crowd(), ""]
        lines += [self.seat(seat) for seat in range(self.view.players)]
        if me is not None:
            lines += ["", *self.mine(me)]
        if self.view.over is not None and self.view.winks:
            lines += ["", self.say("winks"), *[f"  {line}" for line in self.winks()]]
        return "\n".join(lines)

    def panels(self) -> list[Panel]:
        found = [Panel(self.say("crowd"), self.rows())]
        found += [self.panel(seat) for seat in range(self.view.players)]
        if self.view.over is not None and self.view.winks:
            found.append(Panel(self.say("winks"), lined(self.winks())))
        return found

    def panel(self, seat: int) -> Panel:
        lines = [", ".join(self.standing(seat)), ", ".join(self.looks(seat))]
        own = self.mine(seat) if seat == self.view.eyes else []
        shown = [line for line in [*lines, *own] if line]
        return Panel(f"{seat} {self.names[seat]}", lined(shown), seat)

    def say(self, key: str, **facts: object) -> str:
        return self.words.say(self.lang, f"screen.{key}", **facts)

    def place(self, place: int | str | None) -> str:
        if isinstance(place, int):
            return self.say("you") if place == self.view.eyes else self.names[place]
        return self.words.say(self.lang, f"names.{place}")

    # --- the crowd --------------------------------------------------------------------------

    def crowd(self) -> list[str]:
        """As it was laid out; gaps where cards were taken."""
        return ["  " + " ".join(f"{cell:^5}" for cell in row).rstrip() for row in self.rows()]

    def rows(self) -> list[tuple[str, ...]]:
        cells = [self.cell(n) for n in self.view.layout if n not in self.view.aside]
        cells += [""] * (-len(cells) % ROW)
        return [tuple(cells[k : k + ROW]) for k in range(0, len(cells), ROW)]

    def cell(self, number: int) -> str:
        view = self.view
        if number in view.face_down:
            return f"({number})"
        if number not in view.crowd:
            return "·"
        own = view.eyes is not None and f"c{number}" in view.hands[view.eyes]
        return f"{'*' if own else ''}{number}{'^' if number in view.tokens else ''}"

    # --- the seats --------------------------------------------------------------------------

    def seat(self, seat: int) -> str:
        view = self.view
        sign = "▶" if view.turn == seat and view.over is None else " "
        parts = [*self.standing(seat), *self.looks(seat)]
        return f"{sign} {seat} {self.names[seat]:<10} {', '.join(parts)}"

    def standing(self, seat: int) -> list[str]:
        """What they call, and what they hold and have won."""
        view = self.view
        link = view.links[seat]
        return [
            self.say("calls", number=link) if link else self.say("no_call"),
            self.say("cards", count=len(view.hands[seat])) + self.known(seat),
            self.say("open", count=len(view.open[seat])),
            self.say("covered", count=len(view.covered[seat])),
            self.say("secret", count=view.cards[seat]),
        ]

    def looks(self, seat: int) -> list[str]:
        """Where head and eyes point, as far as that is seen."""
        view, parts = self.view, []
        if view.heads:
            parts.append(self.say("head", place=self.place(view.heads[seat])))
            gaze = view.gazes[seat]
            if gaze is not None and gaze != view.heads[seat]:
                parts.append(self.say("eyes", place=self.place(gaze)))
        return parts

    def known(self, seat: int) -> str:
        """What I know of a rival's hand."""
        known = [card[1:] for card in self.view.hands[seat] if card != "?"]
        return f" ({' '.join(known)})" if known and seat != self.view.eyes else ""

    # --- my own -----------------------------------------------------------------------------

    def mine(self, me: int) -> list[str]:
        view = self.view
        lines = [f"{self.say('hand')}: {'  '.join(card[1:] for card in view.hands[me])}"]
        if view.over is not None:
            return lines
        if view.pace != "same_room":
            for caller in view.contacts:
                facts = {"name": self.names[caller], "number": view.links[caller], "seat": caller}
                lines.append(self.say("contact", **facts))
        seen = {(s.seat, s.to, s.number): s for s in view.seen if s.number in view.crowd}
        for s in seen.values():
            other = self.place(s.to)
            lines.append(self.say("saw", name=self.names[s.seat], other=other, number=s.number))
        if view.plans and view.plans[me]:
            lines.append(self.say("gave", list=", ".join(view.plans[me])))
        return lines

    def winks(self) -> list[str]:
        """Every wink of the game: shown when it is over."""
        lines = []
        for w in self.view.winks:
            seen = ", ".join(self.names[s] for s in w.seen) or self.say("nobody")
            name, other = self.names[w.seat], self.names[w.to]
            facts = {"tick": w.tick, "name": name, "other": other, "number": w.number}
            lines.append(self.say("wink", **facts, list=seen))
        return lines
