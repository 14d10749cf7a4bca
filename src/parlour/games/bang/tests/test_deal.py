"""The deal: roles, characters, first hands, who begins."""

from collections import Counter
from typing import Any

import pytest

from parlour.core.seats import BYSTANDER
from parlour.games.bang import GAME
from parlour.games.bang.base import STRANGER, Character
from parlour.games.bang.box import BASIC, Box
from parlour.games.bang.deal import begin, deal_roles
from parlour.games.bang.examiner import EXAMINER
from parlour.games.bang.kinds import CASTS, OUTLAW, RENEGADE, SHERIFF

pytestmark = pytest.mark.rules

BOX = Box(BASIC)
SEEDS = range(30)
CAST = {
    4: {"sheriff": 1, "renegade": 1, "outlaw": 2},
    5: {"sheriff": 1, "renegade": 1, "outlaw": 2, "deputy": 1},
    6: {"sheriff": 1, "renegade": 1, "outlaw": 3, "deputy": 1},
    7: {"sheriff": 1, "renegade": 1, "outlaw": 3, "deputy": 2},
}
THREE_LIVES = {"paul_regret", "el_gringo"}


def table(players: int = 4, seed: int = 1, **options: object) -> Any:
    return GAME.new(players, seed, options)


def told(t: Any, kind: str, eye: int | None = None) -> list[dict[str, Any]]:
    return [event for event in t.heard(eye) if event["type"] == kind]


@pytest.mark.parametrize("players", CAST)
def test_roles_by_the_number_of_players(players: int) -> None:
    """Every seat may get every role, and each role as often as it should be there.  [BANG-3]"""
    seen: set[tuple[int, str]] = set()
    for seed in SEEDS:
        roles = GAME.position(table(players, seed))["roles"]
        assert Counter(roles) == CAST[players]
        seen.update(enumerate(roles))
    assert len(seen) == players * len(CAST[players])


@pytest.mark.parametrize("players", CAST)
def test_only_the_sheriff_shows_a_role(players: int) -> None:
    """Everybody hears the Sheriff's role, and otherwise only their own.  [BANG-4]"""
    for seed in SEEDS:
        t = table(players, seed)
        roles = GAME.position(t)["roles"]
        for eye in [None, *range(players)]:
            shown = [
                role if role == "sheriff" or s == eye else None for s, role in enumerate(roles)
            ]
            assert [event["role"] for event in told(t, "role_dealt", eye)] == shown
            assert GAME.position(t, eye)["roles"] == [role or "?" for role in shown]


def test_roles_are_kept_by_three_open_and_by_more_hidden() -> None:
    """[BANG-4] [BANG-73]"""
    assert "?" not in GAME.look(table(3, 1), 0).roles
    t = table(6, 1)
    assert [role != "?" for role in GAME.look(t, None).roles].count(True) == 1


@pytest.mark.parametrize("players", CAST)
def test_characters_and_first_hands(players: int) -> None:
    """One character each, all different; as many cards as life points; the Sheriff has one more.

    [BANG-5] [BANG-6] [BANG-7]
    """
    characters: set[str] = set()
    for seed in SEEDS:
        t = table(players, seed)
        shown = told(t, "character_shown")
        names = [event["character"] for event in shown]
        assert len(set(names)) == players
        roles = GAME.position(t)["roles"]
        life = [
            (3 if name in THREE_LIVES else 4) + (role == "sheriff")
            for name, role in zip(names, roles, strict=True)
        ]
        assert [event["life"] for event in shown] == life
        assert t.life == life
        dealt = told(t, "dealt")
        assert [(event["seat"], event["count"]) for event in dealt] == list(enumerate(life))
        assert all(event["cards"] is None for event in dealt)
        for seat in range(players):
            own = told(t, "dealt", seat)[seat]["cards"]
            assert len(own) == life[seat]
            assert own == [t.text(card) for card in t.hands[seat]][: life[seat]]
        characters.update(names)
    assert len(characters) == 16


def test_everybody_is_dealt_as_many_cards_as_life_points() -> None:
    """[BANG-6] [BANG-7] [BANG-8]"""
    for players in range(3, 9):
        t = table(players, players)
        first = t.first()
        for seat in range(players):
            assert t.full[seat] == t.who[seat].life + (t.roles[seat] == SHERIFF)
            extra = 0 if seat != first else len(t.hands[seat]) - t.full[seat]
            assert len(t.hands[seat]) == t.full[seat] + extra
        assert sorted(t.roles) == sorted(CASTS[players])
        assert STRANGER not in t.who
        assert len({who.name for who in t.who}) == players


def test_choosing_characters_is_sealed() -> None:
    """[BANG-A58]"""
    t = table(4, 5, two_characters=True)
    assert t.asked == 0b1111
    assert GAME.look(t, 1).offered[0] == ["?", "?"]
    names = list(GAME.look(t, 1).offered[1])
    t.answer(1, names[1])
    assert GAME.look(t, 0).answered == [1]
    assert not any(GAME.look(t, 0).sealed)
    for seat in (0, 2, 3):
        t.answer(seat, t.choices(seat)[0])
    assert GAME.look(t, 0).characters[1] == names[1]


def test_a_game_starts_from_given_roles_characters_and_kept_cards() -> None:
    """The deal fills hands up to life; kept cards are not in the deck.  [BANG-7]"""
    t = GAME.new(4, 1, quiet=True)
    t.stack.clear()
    t.asked = 0
    t.hands, t.deck, t.dealt, t.discards = [()] * 4, (), 0, []
    deal_roles(t, (OUTLAW, SHERIFF, OUTLAW, RENEGADE))
    people: list[Character] = [
        BOX.characters[0],
        BOX.characters[1],
        BOX.characters[2],
        BOX.characters[3],
    ]
    kept = (t.rules.cards[3], t.rules.cards[9])
    t.hands[0] = kept
    begin(t, people)
    assert t.hands[0][:2] == kept
    assert [len(hand) for hand in t.hands] == [4, 5, 4, 3]
    assert sorted(EXAMINER.inventory(t)) == list(range(80))


@pytest.mark.parametrize("players", CAST)
def test_the_rest_is_the_deck(players: int) -> None:
    """Every card is in one place, and nobody knows one in the deck.  [BANG-7]"""
    for seed in SEEDS:
        t = table(players, seed)
        assert sorted(EXAMINER.inventory(t)) == list(range(80))
        left = t.deck[t.dealt :]
        assert len(left) == 80 - sum(len(hand) for hand in t.hands) - len(t.looked)
        assert not any(t.knows.masks[card] for card in left)
        assert t.discards == []
        for seat in range(players):
            assert not any(t.knows.knows(BYSTANDER, card) for card in t.hands[seat][: t.life[seat]])


@pytest.mark.parametrize("players", CAST)
def test_the_sheriff_begins(players: int) -> None:
    """The first turn is the Sheriff's, whatever the seat.  [BANG-9]"""
    seats: set[int] = set()
    for seed in SEEDS:
        t = table(players, seed)
        sheriff = GAME.position(t)["roles"].index("sheriff")
        assert t.turn == sheriff
        assert [event["seat"] for event in told(t, "turn_began")] == [sheriff]
        assert [decision.seat for decision in t.decisions() if decision.waits] == [sheriff]
        seats.add(sheriff)
    assert seats == set(range(players))


def test_every_turned_card_is_equally_likely() -> None:
    """A flip takes the top of a deck that is shuffled anew for every game.  [BANG-30]"""
    assert len({table(4, seed).deck for seed in range(10)}) == 10
