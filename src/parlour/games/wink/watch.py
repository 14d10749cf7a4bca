"""What an arena counts in a game of Wink: how links end, and on what evidence people accuse."""

from parlour.core.ids import CardId
from parlour.games.wink.kinds import NO_NUMBER
from parlour.games.wink.state import WinkTable


class WinkWatch:
    """Watches one game.  What concerns the table is told of every seat alike."""

    def __init__(self, t: WinkTable) -> None:
        self.links = t.links[:]
        self.caught = t.caught[:]
        self.ended = 0
        """Links that have come to their end."""
        self.heads_only = 0
        """Exposures by somebody who had neither seen a wink nor could know."""

    def see(self, t: WinkTable) -> None:
        for seat in range(t.players):
            if t.caught[seat] != self.caught[seat]:
                self.caught[seat] = t.caught[seat]
                self.heads_only += self.read_heads(t, seat, t.open[seat][-1])
            if self.links[seat] != NO_NUMBER and t.links[seat] != self.links[seat]:
                self.ended += 1
            self.links[seat] = t.links[seat]

    def read_heads(self, t: WinkTable, by: int, number: CardId) -> bool:
        """Whether the accuser neither saw a wink nor knew that nobody else can hold the number."""
        if number in t.admitted or any(wink.number == number for wink in t.seen[by]):
            return False
        return t.players - (t.lacks[number] | 1 << by).bit_count() > 1

    def numbers(self, t: WinkTable, seat: int) -> dict[str, float]:
        exposed, ended = sum(t.caught), max(1, self.ended)
        found = (sum([len(pile) for pile in t.open]) - 2 * exposed) / 2
        clean = sum([wink.seen == 1 << wink.to for wink in t.winks])
        return {
            "links exposed, %": 100 * exposed / ended,
            "contacts found": found,
            "contacts mistaken": len(t.face_down),
            "links lapsed": ended - exposed - found - len(t.face_down),
            "exposures by heads alone, %": 100 * self.heads_only / max(1, exposed),
            "minutes live": t.tick_number * t.rules.timing.tick_ms / 60_000,
            "winks": len(t.winks),
            "winks only the caller saw, %": 100 * clean / max(1, len(t.winks)),
            "own points": t.scores()[seat],
            "own accusations right": t.caught[seat],
            "own accusations wrong": t.rules.cards - t.cards[seat] - t.caught[seat],
        }
