"""The table of Intrigo in a terminal: the palace as a square, the Door in its upper left corner."""

from parlour.core.screen import Panel, lined
from parlour.core.words import Words
from parlour.games.intrigo.kinds import KINDS, ORGANISATIONS
from parlour.games.intrigo.view import IntrigoView

WIDE, NARROW = 9, 8
"""Columns of a building, which may hold a name, and of a gap."""


class Screen:
    """What a view shows: the ring, piles and bank inside it, the seats, my cards."""

    def __init__(self, view: IntrigoView, words: Words, lang: str, names: list[str]) -> None:
        self.view = view
        self.words = words
        self.lang = lang
        self.names = names

    def __str__(self) -> str:
        lines = [self.say("round", number=self.view.round), "", *self.palace(), ""]
        lines += [self.seat(seat) for seat in range(self.view.players)]
        if self.view.eyes is not None:
            lines += ["", *self.mine(self.view.eyes)]
        return "\n".join(lines)

    def panels(self) -> list[Panel]:
        ring = [*self.ring(), *lined(["", *self.middle()])]
        round = Panel(self.say("round", number=self.view.round), lined(self.palace()), narrow=ring)
        return [round, *[self.panel(seat) for seat in range(self.view.players)]]

    def panel(self, seat: int) -> Panel:
        who, purse, hand, seals = self.standing(seat)
        own = self.mine(seat) if seat == self.view.eyes else []
        return Panel(who, lined([f"{purse}, {hand}", seals, *own]), seat)

    def ring(self) -> list[tuple[str, ...]]:
        """A row for each building and the gap after it, for a narrow window."""
        halls = [(*self.building(k), *self.gap(k)) for k in range(len(self.view.gaps))]
        return [tuple(cell.strip() for cell in row) for row in halls]

    def say(self, key: str, **facts: object) -> str:
        return self.words.say(self.lang, f"screen.{key}", **facts)

    def name(self, token: str) -> str:
        return self.words.say(self.lang, f"names.{token}")

    # --- the ring ---------------------------------------------------------------------------

    def palace(self) -> list[str]:
        """Two lines for each row of the square: the things, and below them what they mean."""
        across = len(self.view.gaps) // 2 + 1
        upper = [[""] * across for _ in range(across)]
        lower = [[""] * across for _ in range(across)]
        for k in range(len(self.view.gaps)):
            row, column = spot(2 * k, across)
            upper[row][column], lower[row][column] = self.building(k)
            row, column = spot(2 * k + 1, across)
            upper[row][column], lower[row][column] = self.gap(k)
        lines: list[str] = []
        middle = self.middle()
        for row in range(across):
            for cells in (upper[row], lower[row]):
                inside = middle.pop(0) if 0 < row < across - 1 and middle else ""
                lines.append(wall(cells, row, inside).rstrip())
        return lines

    def building(self, k: int) -> tuple[str, str]:
        """Number and winner above, `?` for an arrow while a gap is open; the token below."""
        name, _, stolen = self.view.tokens[k].partition("/")
        token = "-" if name == "empty" else self.name(f"short.{name}")
        award = self.view.awards[k]
        sign = "?" if award.open else "→"
        winner = "" if award.to is None else f"{sign}{self.names[award.to]}"
        label = f"{'▣' if k == 0 else '■'}{k + 1}{winner}"
        return label[:WIDE], f" ({token})" if stolen else f" {token}"

    def gap(self, k: int) -> tuple[str, str]:
        name, _, dead = self.view.gaps[k].partition("/")
        if name == "empty":
            return f" g{k + 1}", "  ·"
        if name in KINDS:
            return f" g{k + 1}", f" {self.name(f'short.{name}')}"
        plot = f"{self.name(f'short.{name[:-1]}')} {name[-1]}"
        return f" g{k + 1}", f" ({plot})" if dead else f" {plot}"

    def middle(self) -> list[str]:
        """Bank, bag and piles lie inside the square."""
        view = self.view
        bank = "∞" if view.bank is None else view.bank
        bag = [f"{self.name(f'short.{k}')} {view.bag[k]}" for k in ORGANISATIONS]
        lines = [f"{self.say('bank')}: {bank}", f"{self.say('bag')}: {', '.join(bag[:3])},"]
        lines += [f"  {', '.join(bag[3:])}", ""]
        for kind in KINDS:
            prices = view.piles[kind]
            more = f"  ({', '.join(map(str, prices[1:]))})" if prices[1:] else ""
            price = f"{prices[0]}{more}" if prices else self.say("sold")
            lines.append(f"{self.name(kind):<18} {price}")
        return lines

    # --- the people -------------------------------------------------------------------------

    def seat(self, seat: int) -> str:
        view = self.view
        sign = "▶" if view.turn == seat and view.over is None and not view.packs[0] else " "
        name, purse, hand, seals = self.standing(seat)
        who = f"{sign} {name}"
        return f"{who:<32} {purse:<11} {hand:<12} {seals}"

    def standing(self, seat: int) -> tuple[str, str, str, str]:
        """Who sits there, the money, the plots in hand, what is won."""
        view = self.view
        first = f" {self.say('first')}" if view.first == seat else ""
        seals = ", ".join(
            f"{self.name(f'short.{name}')} {count}"
            for name, count in view.seals[seat].items()
            if count
        )
        hand = self.say("plots", count=len(view.hands[seat]))
        known = [self.plot(card) for card in view.hands[seat] if card != "?"]
        if known and seat != view.eyes:
            hand += f" ({', '.join(known)}, …)"
        ready = f"  {self.say('ready')}" if seat in view.answered else ""
        purse = self.say("purse", count=view.purses[seat])
        family = self.name(view.families[seat])
        who = f"{self.names[seat]}, {family}{first}"
        return who, purse, hand, f"{self.say('seals')}: {seals or '-'}{ready}"

    def plot(self, card: str) -> str:
        return f"{self.name(card[:-1])} {card[-1]}"

    def mine(self, seat: int) -> list[str]:
        view = self.view
        lines = [f"{self.say('hand')}: {'   '.join(map(self.plot, view.hands[seat])) or '-'}"]
        if view.packs[seat]:
            lines.append(f"{self.say('pack')}: {'   '.join(map(self.plot, view.packs[seat]))}")
        return lines


def spot(place: int, across: int) -> tuple[int, int]:
    """Row and column of a place of the ring, clockwise from the upper left corner."""
    side, step = divmod(place, across - 1)
    last = across - 1
    return [(0, step), (step, last), (last, last - step), (last - step, 0)][side]


def wall(cells: list[str], row: int, inside: str) -> str:
    """One line of the square; between its side walls there is room for something else."""
    if row in (0, len(cells) - 1):
        widths = [WIDE if k % 2 == 0 else NARROW for k in range(len(cells))]
        return "".join(f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True))
    room = WIDE * (len(cells) // 2 - 1) + NARROW * (len(cells) // 2)
    return f"{cells[0]:<{WIDE}}{f'  {inside}'[:room]:<{room}}{cells[-1]:<{WIDE}}"
