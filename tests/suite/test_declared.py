"""Frames, events and refusals are found where they are written; none is forgotten."""

import ast
from collections.abc import Iterator
from typing import Any, ClassVar

import pytest

import parlour
from parlour.core.declared import classes_of, tables_of
from parlour.core.event import Event
from parlour.core.frame import Frame
from parlour.core.game import Game
from parlour.core.language import DEFAULT
from parlour.core.words import Words
from parlour.games.bang.box import BASIC, Box
from parlour.lab.playthroughs import folder_of, sources_of

games = pytest.mark.parametrize("game", parlour.all_games().values(), ids=lambda game: game.id)
MAGPIES: Any = type(parlour.game("magpies"))
REFUSING = ("refuse", "refused", "awaits", "bad", "BadTable")
"""How a refusal is made: the code comes first."""
KERNEL = {key.partition(".")[2] for key in Words("parlour.core").texts(DEFAULT)}


def trees(game: Game) -> list[ast.Module]:
    return [ast.parse(path.read_text("utf-8")) for path in sources_of(folder_of(game))]


def kin(tree: list[ast.Module], base: str) -> list[ast.ClassDef]:
    """The classes that are written there and go back to this one, by the names of their bases."""
    classes = [node for one in tree for node in one.body if isinstance(node, ast.ClassDef)]
    names = {base}
    for _ in classes:
        names |= {node.name for node in classes if names & set(map(stem, node.bases))}
    return [node for node in classes if node.name in names - {base}]


def stem(base: ast.expr) -> str:
    """`Sealed[T]` is Sealed, and that is a frame."""
    name = ast.unparse(base).partition("[")[0]
    return {"Sealed": "Frame", "Whisper": "Event"}.get(name, name)


def leaves(classes: list[ast.ClassDef]) -> set[str]:
    built_upon = {stem(base) for node in classes for base in node.bases}
    return {node.name for node in classes} - built_upon


def codes(call: ast.AST) -> Iterator[str]:
    """The codes that a call may refuse with: a word, or one of two."""
    if not isinstance(call, ast.Call) or not call.args:
        return
    name = ast.unparse(call.func).rpartition(".")[2]
    first = call.args[0]
    for one in [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]:
        if name in REFUSING and isinstance(one, ast.Constant) and isinstance(one.value, str):
            yield one.value


def missing(game: Game) -> set[str]:
    """What the room's files write down and the game does not know."""
    files = trees(game)
    frames = leaves(kin(files, "Frame")) - {frame.__name__ for frame in game.frame_types}
    events = leaves(kin(files, "Event")) - {event.__name__ for event in game.event_types}
    used = {code for tree in files for node in ast.walk(tree) for code in codes(node)}
    return frames | events | (used - set(game.refusals) - KERNEL)


@games
def test_all_that_a_room_writes_down_is_found(game: Game) -> None:
    assert missing(game) == set()


@games
def test_what_a_room_declares_it_uses(game: Game) -> None:
    words = [
        node.value for t in trees(game) for node in ast.walk(t) if isinstance(node, ast.Constant)
    ]
    idle = [code for code in game.refusals if code not in KERNEL and words.count(code) < 2]
    assert idle == [], "nothing is refused with these codes"


@games
def test_frames_are_final_or_built_upon(game: Game) -> None:
    """So that no frame vanishes because another one grew out of it."""
    frames = kin(trees(game), "Frame")
    final = {n.name for n in frames if "final" in map(ast.unparse, n.decorator_list)}
    assert final == leaves(frames)


FORGOTTEN: dict[str, dict[str, Any]] = {
    "Turn": {"frame_types": classes_of("parlour.games.magpies", Frame)[:1]},
    "Hid": {"event_types": [e for e in MAGPIES().event_types if e.__name__ != "Hid"]},
    "not_held": {"refusals": {"wrong_players": "MAGP-1"}},
}


@pytest.mark.parametrize("name", FORGOTTEN)
def test_a_forgotten_one_is_named(name: str) -> None:
    class Forgetful(MAGPIES):  # type: ignore[misc]
        pass

    for what, found in FORGOTTEN[name].items():
        setattr(Forgetful, what, found)
    assert name in missing(Forgetful())


def unboxed(box: Box) -> set[str]:
    """Cards and characters that BANG!'s files write down and this box lacks."""
    files = trees(parlour.game("bang"))
    written = leaves(kin(files, "Card")) | leaves(kin(files, "Character"))
    return written - {type(one).__name__ for one in [*box.kinds, *box.characters]}


def test_every_card_and_every_character_is_in_the_box() -> None:
    assert unboxed(Box(BASIC)) == set()


def test_a_forgotten_card_or_character_is_named() -> None:
    box = Box(BASIC)
    del box.kinds[-1], box.characters[0]
    assert unboxed(box) == {"Winchester", "BartCassidy"}


def test_a_code_has_one_rule() -> None:
    with pytest.raises(ValueError, match="says 'already_chosen' in two tables called REFUSALS"):
        tables_of("parlour.games", "REFUSALS")


class Planted(Event, frozen=True):
    """Written here, not in a room."""

    seat: ClassVar[int] = 0


def test_what_is_written_elsewhere_is_not_found() -> None:
    assert Planted not in classes_of("parlour.games.kings", Event)
