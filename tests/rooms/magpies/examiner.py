"""The examiner of Magpies: where cards lie, and who sees them there."""

from typing import Final

from parlour.core.examiner import Examiner, Hidden, Told
from parlour.core.ids import CardId
from parlour.core.seats import NOBODY, only
from parlour.games.magpies.state import CARDS, MagpiesTable


class MagpiesExaminer(Examiner[MagpiesTable]):
    def hidden(self, t: MagpiesTable) -> list[Hidden]:
        found = [(f"aside.{k}", 0, NOBODY) for k in range(len(t.aside))]
        for seat in range(t.players):
            found += [(f"hands.{seat}.{k}", 0, only(seat)) for k in range(len(t.hands[seat]))]
            found += [(f"nests.{seat}.{k}", 0, only(seat)) for k in range(len(t.nests[seat]))]
        return found

    def inventory(self, t: MagpiesTable) -> list[CardId]:
        return [card for pile in [*t.hands, *t.nests, *t.shown, t.aside] for card in pile]

    def contradictions(self, t: MagpiesTable, told: list[Told]) -> list[str]:
        """Where each card must be that was seen to go there."""
        held: dict[str, int] = {}
        for event in told:
            if event["type"] == "dealt":
                held.update(dict.fromkeys(event["cards"] or [], event["seat"]))
            elif event["type"] == "stole" and event["card"] is None:
                held = {card: seat for card, seat in held.items() if seat != event["target"]}
            elif event["type"] == "stole":
                held[event["card"]] = event["seat"]
            elif event["type"] in ("showed", "nested"):
                held.pop(event["card"], None)
        return [card for card, seat in held.items() if CARDS.index(card) not in t.hands[seat]]


EXAMINER: Final = MagpiesExaminer()
