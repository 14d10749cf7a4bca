"""The examiner of Kings: where cards lie, what is hidden, what an event shows in use."""

from typing import Final

from parlour.core.event import Event
from parlour.core.examiner import Examiner, Hidden, Told
from parlour.core.ids import CardId, all_cards
from parlour.core.seats import NOBODY, only
from parlour.games.kings import events
from parlour.games.kings.kinds import RACES
from parlour.games.kings.state import KingsTable


class KingsExaminer(Examiner[KingsTable]):
    def hidden(self, t: KingsTable) -> list[Hidden]:
        """Unit sides of hands, seen by their holder; of mines and deck; covered mine sides."""
        found: list[Hidden] = []
        for seat in range(t.players):
            found += [(f"hands.{seat}.{k}", 0, only(seat)) for k in range(len(t.hands[seat]))]
            found += [(f"mines.{seat}.{k}.mine", 0, NOBODY) for k in range(len(t.mines[seat]))]
            found += [(f"tucked.{seat}.{k}", 0, NOBODY) for k in range(len(t.tucked[seat]))]
        found += [(f"centre.{k}.mine", 0, NOBODY) for k in range(len(t.centre))]
        found += [(f"deck.{k}", 0, NOBODY) for k in range(t.deck_left())]
        found += [(f"deck.{k}", 1, NOBODY) for k in range(1, t.deck_left())]
        return found

    def inventory(self, t: KingsTable) -> list[CardId]:
        found = [*t.deck[t.dealt :], *t.centre, *t.discards, *t.aside]
        for pile in [*t.siege, *t.camp, *t.hands, *t.tucked]:
            found += pile
        for mines in t.mines:
            for mine in mines:
                found += [mine.card, *mine.units]
        return found

    def contradictions(self, t: KingsTable, told: list[Told]) -> list[str]:
        """A card once seen keeps both sides; one taken or drawn before my eyes is still held."""
        held: dict[str, int] = {}
        seen: set[str] = set()
        for event in told:
            card = event.get("card")
            cards = [card] if card else event.get("cards") or []
            seen.update(cards)
            if event["type"] in ("dealt", "drew", "recruited"):
                held.update(dict.fromkeys(cards, event["seat"]))
            elif event["type"] in ("laid", "stuck"):
                held = {card: seat for card, seat in held.items() if card not in cards}
        wrong = seen - {t.text(card) for card in all_cards(t.rules.cards)}
        lost = {c for c, seat in held.items() if c not in [t.text(k) for k in t.hands[seat]]}
        return sorted(wrong | lost)

    def usable(self, players: int) -> set[str]:
        """Every way a card can go, and being stuck."""
        races = {f"recruit {race}" for race in RACES}
        return races | {"siege", "miner", "conquest", "gift", "treasure", "deck", "stuck"}

    def used(self, t: KingsTable, event: Event) -> set[str]:
        match event:
            case events.Laid():
                return {"siege" if event.place[0] == "c" else "miner"}
            case events.Conquered():
                return {"conquest", *(["gift"] if event.owner != event.by else [])}
            case events.Recruited():
                return {f"recruit {event.card.partition('/')[0][:-1]}"}
            case events.Worked():
                return {"treasure"}
            case events.Drew():
                return {"deck"}
            case events.Stuck():
                return {"stuck"}
        return set()


EXAMINER: Final = KingsExaminer()
