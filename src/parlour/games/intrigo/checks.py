"""What cannot be in a game that goes on, though every card of it could be laid out."""

from parlour.core.drawing import Drawing
from parlour.games.intrigo.kinds import EMPTY
from parlour.games.intrigo.layout import words_round
from parlour.games.intrigo.state import IntrigoTable


def check(t: IntrigoTable, d: Drawing) -> None:
    if t.round < 1:
        raise d.wrong("round: the first round is 1")
    for seat in range(t.players):
        if t.purses[seat] < 0 or min(t.seals) < 0:
            raise d.wrong(f"purses and seals: seat {seat} cannot have less than none")
        if t.victory(seat):
            raise d.wrong(f"seals: seat {seat} has won with them, so the game is over")
    for gap, seat in enumerate(words_round(t, d, "by", "g", None)):
        if seat is not None and t.gaps[gap] == EMPTY:
            raise d.wrong(f"by: no card lies in {t.gap_text(gap)!r}")
