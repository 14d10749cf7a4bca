"""What a seat sees of Magpies, and how a drawn position is laid out."""

from typing import Any

from parlour.core.drawing import UNKNOWN, Drawing, Pool
from parlour.core.seats import EVERYONE, NOBODY, only
from parlour.core.view import Eyes, View, common, knowers
from parlour.games.magpies.state import CARDS, DEALT, MagpiesTable


class MagpiesView(View, frozen=True, kw_only=True):
    turns: int
    hands: list[list[str]]
    nests: list[list[str]]
    shown: list[list[str]]
    aside: list[str]


def look(t: MagpiesTable, eyes: Eyes) -> MagpiesView:
    """All that these eyes may know.  The only function in the room that makes a MagpiesView."""

    def pile(cards: tuple[int, ...], usual: int) -> list[str]:
        seen = [CARDS[c] + eyes.mark(t, c, usual) if eyes.know(t, c) else UNKNOWN for c in cards]
        return seen if eyes.everything or only(eyes.eye) == usual else sorted(seen)

    return MagpiesView(
        **common(t, eyes),
        turns=t.turns,
        hands=[pile(hand, only(seat)) for seat, hand in enumerate(t.hands)],
        nests=[pile(nest, only(seat)) for seat, nest in enumerate(t.nests)],
        shown=[pile(cards, EVERYONE) for cards in t.shown],
        aside=pile(t.aside, NOBODY),
    )


def draw(t: MagpiesTable, d: Drawing) -> None:
    """Not drawn: hands of unknown cards, empty nests, nothing shown; the rest lies aside."""
    t.turns = d.number("turns", d.number("turn", 0, 0, t.players - 1))
    wanted: list[tuple[str, int]] = []

    def slots(name: str, drawn: Any, usual: int) -> list[int]:
        first = len(wanted)
        for word in d.words(name, drawn):
            card, extra = knowers(word)
            viewer = only(d.viewer) if d.is_view and d.viewer is not None else NOBODY
            known = viewer if card != UNKNOWN else NOBODY
            wanted.append((card, usual | extra | known))
        return list(range(first, len(wanted)))

    full = [UNKNOWN] * DEALT
    hands = [slots("hands", full if h is None else h, only(s)) for s, h in _by_seat(d, "hands")]
    nests = [slots("nests", n or [], only(s)) for s, n in _by_seat(d, "nests")]
    shown = [slots("shown", cards or [], EVERYONE) for _, cards in _by_seat(d, "shown")]
    aside = slots("aside", d.get("aside", []), NOBODY)
    ids = _dealt(t, d, wanted)
    t.hands = [tuple(ids[k] for k in hand) for hand in hands]
    t.nests = [tuple(ids[k] for k in nest) for nest in nests]
    t.shown = [tuple(ids[k] for k in cards) for cards in shown]
    t.aside = tuple(ids[k] for k in aside) + tuple(ids[len(wanted) :])


def _by_seat(d: Drawing, name: str) -> list[tuple[int, Any]]:
    return list(enumerate(d.by_seat(name)))


def _dealt(t: MagpiesTable, d: Drawing, wanted: list[tuple[str, int]]) -> list[int]:
    """A card for every slot, then the cards that are left."""
    pool = Pool(CARDS)
    named = [pool.take(card) if card != UNKNOWN else -1 for card, _ in wanted]
    rest = pool.rest(d.rng)
    ids = [rest.pop() if card < 0 else card for card in named]
    for card, (_, mask) in zip(ids, wanted, strict=True):
        t.knows.show(card, mask)
    return ids + rest


def arrange(t: MagpiesTable, d: Drawing) -> None:
    """What a scenario lays down for a fresh deal: hands, as the one shuffle gives them out."""
    pool = Pool(CARDS)
    wanted: dict[int, int] = {}
    for seat, drawn in _by_seat(d, "hands"):
        words = d.words("hands", drawn or [])
        if len(words) > DEALT:
            raise d.wrong(f"hands: {DEALT} cards are dealt to each, not {len(words)}")
        for k, word in enumerate(words):
            if word != UNKNOWN:
                wanted[seat * DEALT + k] = pool.take(word)
    t.dice.orders = (wanted,)
