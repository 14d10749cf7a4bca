"""What can be read in the house: the sentences of a game, its scenarios as lessons."""

import functools
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

import msgspec

from parlour.core.errors import Refusal
from parlour.core.game import Game
from parlour.core.language import DEFAULT, LANGUAGES
from parlour.core.meaning import meant
from parlour.core.scenario.scene import Scene, numbered, read_scene
from parlour.core.scenario.sentence import SHOWN, read_sentence
from parlour.core.scenario.stage import Stage
from parlour.core.undo import AGREED, UNDO
from parlour.core.words import KERNEL, Speaker
from parlour.server.http.guide import guide_file
from parlour.server.http.types import Moment, Pages, Performance, SceneInfo, Text, Tried
from parlour.server.table.shown import decision_info
from parlour.server.words import WORDS


@functools.cache
def pages(game: Game) -> Pages:
    """The room's sentences, and the kernel's where it has none of its own."""
    return {
        lang: {key: said for key, said in KERNEL.texts(lang).items() if not game.words.has(key)}
        | game.words.texts(lang)
        for lang in LANGUAGES
    }


@functools.cache
def scenes(game: Game) -> dict[str, Scene]:
    """Every scenario of the room by its file's name, however deep it lies.

    Those that say why there is no such table show none, and are not here.
    """
    found = [
        read_scene(file.name, file.read_text(encoding="utf-8"))
        for file in _files(files(game.package).joinpath("scenarios"))
    ]
    shown = [scene for scene in found if not scene.steps[0].text.startswith("no such table")]
    return {scene.path.removesuffix(".toml"): scene for scene in shown}


def _files(folder: Traversable) -> Iterator[Traversable]:
    found = sorted(folder.iterdir(), key=lambda f: f.name) if folder.is_dir() else []
    yield from (file for file in found if file.name.endswith(".toml"))
    for deeper in found:
        yield from _files(deeper) if deeper.is_dir() else ()


def course(game: Game) -> list[str]:
    """The scenarios that are lessons, in order."""
    return guide_file(game).lessons


def listing(game: Game) -> list[SceneInfo]:
    first = 2 if guide_file(game).practice else 1
    steps = {name: k for k, name in enumerate(course(game), first)}
    return [
        SceneInfo(
            name,
            _text(scene.title),
            scene.rules,
            bool(scene.lesson),
            _text(scene.puzzle),
            steps.get(name, 0),
        )
        for name, scene in scenes(game).items()
    ]


def _text(said: dict[str, str]) -> Text:
    return {lang: said.get(lang, said.get(DEFAULT, "")) for lang in LANGUAGES}


@functools.lru_cache(maxsize=256)
def performance(game: Game, name: str) -> Performance:
    if name not in scenes(game):
        raise Refusal("not_found", facts={"reason": name})
    scene = scenes(game)[name]
    play = Staging(scene, game)
    return Performance(
        name=name,
        game=game.id,
        title=_text(scene.title),
        lesson=_text(scene.lesson),
        puzzle=_text(scene.puzzle),
        rules=scene.rules,
        seats=[person(name) for name in scene.seats],
        eyes=play.eyes,
        moments=guided(scene, play),
    )


def person(name: str) -> Text:
    """Somebody of a scenario by the name that readers of each language have for them."""
    known = WORDS.in_languages(f"people.{name}")
    return {lang: known[lang] or name for lang in LANGUAGES}


def guided(scene: Scene, play: "Staging") -> list[Moment]:
    """The moments of a scenario; those before an answer of the learner say what to do."""
    moments = play.moments()
    sentences = iter(zip(*scene.guide.values(), strict=True))
    for k, after in enumerate(moments[1:]):
        if after.seat == play.eyes and scene.guide:
            said = dict(zip(scene.guide, next(sentences, ()), strict=False))
            moments[k] = msgspec.structs.replace(moments[k], guide=_text(said))
    return moments


class Staging:
    """One performance: the answers of a scenario, and what it shows to be refused."""

    def __init__(self, scene: Scene, game: Game) -> None:
        self.stage: Final = Stage(scene, game, 0)
        self.stage.t = self.stage.open()
        self.scene: Final = scene
        self.game: Final = game
        told = [read_sentence(step) for step in scene.steps]
        self.acts: Final = [sentence for sentence in told if sentence.act in SHOWN]
        people = [act.words.get("who") or act.words.get("seat") for act in self.acts]
        seated = [who for who in people if who in scene.seats]
        self.eyes: Final = scene.seats.index(seated[0]) if seated else 0

    def moments(self) -> list[Moment]:
        shown = [self._moment(None, None, None)]
        for sentence in self.acts:
            words = sentence.words
            who = words.get("who") or words.get("seat") or ""
            if sentence.act == "submits":
                shown += self._tried(who, words["choice"], self.stage.given(who, words["choice"]))
                continue
            if sentence.act == "may_not":
                text = self._words(words["choice"])
                refusal = self.stage.t.why_not(self.stage.seat(who), text)
                shown += self._tried(who, words["choice"], refusal)
                continue
            seat = self.stage.seat(who) if who else None
            choice = self._canonical(seat, words["choice"]) if seat is not None else None
            self.stage.perform(sentence)
            shown.append(self._moment(seat, choice, None))
        return shown

    def _canonical(self, seat: int, choice: str) -> str:
        """The page knows the learner's answer by the very text it was offered."""
        text = self._words(choice)
        if seat != self.eyes or text in (UNDO, AGREED):
            return text
        return meant(self.stage.t, seat, text).text

    def _words(self, text: str) -> str:
        return numbered(text, self.scene.seats)

    def _tried(self, who: str, choice: str, refusal: Refusal | None) -> list[Moment]:
        if refusal is None:
            return []
        seat, text = self.stage.seat(who), self._words(choice)
        people = [person(name) for name in self.scene.seats]
        why = {
            lang: Speaker(self.game, lang, [name[lang] for name in people]).refusal(refusal)
            for lang in LANGUAGES
        }
        return [self._moment(None, None, Tried(seat, text, refusal.code, refusal.rule, why))]

    def _moment(self, seat: int | None, choice: str | None, tried: Tried | None) -> Moment:
        t = self.stage.t
        events: list[dict[str, Any]] = []
        if tried is None:
            events = self.game.heard(t, self.eyes, self.stage.mark)
        asked = t.decision(self.eyes) if t.outcome is None else None
        decision = decision_info(asked) if asked is not None else None
        view, waits = self.game.look(t, self.eyes), t.wanted()
        return Moment(seat, choice, tried, events, view, decision, waits)
