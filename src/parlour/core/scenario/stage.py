"""Plays a scenario: over several random fills of whatever it does not draw."""

from pathlib import PurePath
from typing import Final

from parlour.core.errors import BadTable, BadText, IllegalChoice, Refusal, RulesBug
from parlour.core.game import Game
from parlour.core.ids import CardId
from parlour.core.scenario.acts import Acts, Failed
from parlour.core.scenario.lexicon import Lexicon
from parlour.core.scenario.proof import proof_read, read_play, unwritten_rules
from parlour.core.scenario.scene import Scene, Slip, Start
from parlour.core.scenario.sentence import Sentence
from parlour.core.scenario.setting import blamed, opened, series_of, some_table
from parlour.core.series import Series
from parlour.core.table import Table

FILLS: Final = 5


def play_scene(scene: Scene, game: Game, fills: int = FILLS) -> str:
    """Empty if the scenario holds in every fill, otherwise the report of the first failure."""
    try:
        slips = _slips(scene, game)
    except Exception as wrong:
        return f"{scene.path}:1:1: {fault(wrong)}"
    if slips:
        return "\n".join(slip.told(scene.path) for slip in slips)
    reports = [report for fill in range(fills) if (report := Stage(scene, game, fill).play())]
    if not reports or len(reports) == fills:
        return reports[0] if reports else ""
    held = f"It holds only in {fills - len(reports)} of {fills} random fills of what is not drawn."
    return f"{reports[0]}\n  {held}"


def _slips(scene: Scene, game: Game) -> list[Slip]:
    """All that means nothing in the file, found before anything is played."""
    sentences, slips = read_play(scene)
    slips = [*unwritten_rules(scene, game), *slips]
    try:
        lexicon = Lexicon(game, some_table(scene, game), scene.seats)
    except BadTable as wrong:
        expected = [sentence.act for sentence in sentences] == ["impossible"]
        return slips if expected else [*slips, blamed(scene, game, scene.starts[0], wrong)]
    return slips + proof_read(scene, sentences, lexicon)


def fault(wrong: Exception) -> str:
    """Our mistake, not the file's: where in the program, and no more of its insides."""
    frame = wrong.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    code = frame.tb_frame.f_code if frame is not None else None
    where = f"{PurePath(code.co_filename).name}:{frame.tb_lineno}" if code and frame else "?"
    return f"a fault of the program, not of this file ({where}): {wrong}"


class Stage(Acts):
    """One performance of a scenario."""

    def __init__(self, scene: Scene, game: Game, fill: int) -> None:
        super().__init__(scene, game)
        self.fill = fill
        self.series: Series | None = None
        self.number = 0  # games of the series before this one

    def play(self) -> str:
        """Empty if everything holds, otherwise the report."""
        sentences, _ = read_play(self.scene)
        try:
            self.t = self.open()
        except (BadText, BadTable) as wrong:
            if [sentence.act for sentence in sentences] == ["impossible"]:
                return self._attempt(sentences[0], wrong)
            return blamed(self.scene, self.game, self.start, wrong).told(self.scene.path)
        except Exception as wrong:
            spot = self.scene.source.spot(self.scene.source.key(self.start.place))
            return Slip(spot, fault(wrong)).told(self.scene.path)
        for sentence in sentences:
            if report := self._attempt(sentence, None):
                return report
        left = self._dice_left()
        return left.told(self.scene.path) if left else ""

    def _dice_left(self) -> Slip | None:
        """Dice that the file lays down and nobody throws: it means something else."""
        left = self.t.dice.queue
        if not left:
            return None
        source = self.scene.source
        told = " ".join(str(die) if die >= 0 else self.t.text(CardId(~die)) for die in left)
        spot = source.spot(source.key((*self.start.place, "dice")))
        return Slip(spot, f"dice left: {told}: nobody throws them")

    def _attempt(self, sentence: Sentence, refusal: Refusal | None) -> str:
        try:
            self.perform(sentence, refusal)
        except Failed as failure:
            return self._report(sentence, str(failure.expected), str(failure.found))
        except Slip as slip:
            return slip.told(self.scene.path)
        except (IllegalChoice, RulesBug) as wrong:
            return self._report(sentence, "that to be possible", str(wrong))
        except (BadText, BadTable) as wrong:
            return blamed(self.scene, self.game, self.start, wrong).told(self.scene.path)
        except Exception as wrong:
            return self._report(sentence, "an answer of the rules", fault(wrong))
        return ""

    def perform(self, sentence: Sentence, refusal: Refusal | None = None) -> None:
        """`refusal`: why there is no table."""
        if sentence.act == "impossible":
            self.impossible(**sentence.words, refusal=refusal)
        elif sentence.act in ("events", "hears_only", "fact", "in_all", "adds_up"):
            getattr(self, sentence.act)(sentence, **sentence.words)
        else:
            getattr(self, sentence.act)(**sentence.words)

    def _report(self, sentence: Sentence, expected: str, found: str) -> str:
        line, column = sentence.step.spot()
        said = [
            f"{self.scene.path}:{line}:{column}: {sentence.step.text}",
            f"  expected  {expected}",
            f"  found     {found}",
        ]
        if hasattr(self, "t"):
            said.append(f"  fill {self.fill}    {self.game.line(self.t)}")
        return "\n".join(said)

    # --- games ------------------------------------------------------------------------------

    @property
    def start(self) -> Start:
        """How this game begins: as the file says, or with a fresh deal."""
        starts = self.scene.starts
        return starts[self.number] if self.number < len(starts) else Start()

    def open(self) -> Table:
        """The next game, with what the file leaves open filled in."""
        if self.scene.series and self.series is None:
            self.series = series_of(self.scene, self.game)
        carry = self.series.carry() if self.series else self.scene.carry
        self.mark = 0
        return opened(self.scene, self.game, self.fill, self.start, carry, self.number)

    def played(self) -> Series:
        """The series, this game included if it is over."""
        if self.series is None:
            raise Failed("a series", "the file has no [series]")
        if self.t.outcome is not None and len(self.series.results) == self.number:
            self.series.add(self.t)
        return self.series

    def next_game(self) -> None:
        series = self.played()
        if len(series.results) == self.number:
            raise Failed("this game to be over", self._asking())
        if series.over:
            raise Failed("another game", "the series is over")
        if left := self._dice_left():
            raise left
        self.number += 1
        self.t = self.open()

    def points(self, numbers: str) -> None:
        found = self.played().points
        if found != [int(number) for number in numbers.split()]:
            raise Failed(f"points {numbers}", " ".join(map(str, found)))

    def series_over(self) -> None:
        if not self.played().over:
            raise Failed("the series to be over", f"{len(self.played().results)} games are played")

    def series_goes_on(self) -> None:
        if self.played().over:
            points = " ".join(map(str, self.played().points))
            raise Failed("the series to go on", f"it is over: points {points}")

    def wins_series(self, winners: str) -> None:
        if self._people(winners) != tuple(sorted(self.played().winners())):
            found = [self.scene.seats[seat] for seat in self.played().winners()]
            raise Failed(f"{winners} to win the series", " and ".join(found) or "it goes on")
