"""Plays a scenario: over several random fills of whatever it does not draw."""

import re
from collections.abc import Callable
from typing import Any, Final

from parlour.core import notation
from parlour.core.errors import BadTable, BadText, IllegalChoice, RulesBug
from parlour.core.event import in_full
from parlour.core.game import ALL, Game
from parlour.core.rng import Rng
from parlour.core.scene import Scene, Step, numbered, refused, seated
from parlour.core.seats import HOUSE
from parlour.core.table import Table
from parlour.core.undo import CONSENT, FREE, NO

FILLS: Final = 5
BYSTANDER: Final = "bystander"


class Failed(AssertionError):
    """A step did not hold: what was expected, what was found."""

    def __init__(self, expected: object, found: object) -> None:
        super().__init__(f"expected {expected}, found {found}")
        self.expected = expected
        self.found = found


def play_scene(scene: Scene, game: Game, fills: int = FILLS) -> str:
    """Empty if the scenario holds in every fill, otherwise the report of the first failure."""
    reports = [report for fill in range(fills) if (report := Stage(scene, game, fill).play())]
    if not reports:
        return ""
    if len(reports) == fills:
        return reports[0]
    held = f"It holds only in {fills - len(reports)} of {fills} random fills of what is not drawn."
    return f"{reports[0]}\n  {held}"


class Stage:
    """One performance of a scenario."""

    def __init__(self, scene: Scene, game: Game, fill: int) -> None:
        self.scene = scene
        self.game = game
        self.fill = fill
        self.t: Table
        self.mark = 0  # events from here on belong to the last answer

    def play(self) -> str:
        try:
            self.t = self.open()
        except (BadText, BadTable, RulesBug) as wrong:
            if isinstance(wrong, BadTable) and self._refused(wrong):
                return ""
            return f"{self.scene.path}: the position cannot be laid out: {wrong}"
        for step in self.scene.steps:
            try:
                self._perform(step)
            except Failed as failure:
                return self._report(step, str(failure.expected), str(failure.found))
            except BadText as wrong:
                return self._report(step, "a sentence that can be read", str(wrong))
            except (IllegalChoice, RulesBug) as wrong:
                return self._report(step, "that to be possible", f"{type(wrong).__name__}: {wrong}")
        return ""

    def open(self) -> Table:
        """The position, with what it leaves open filled in."""
        scene = self.scene
        if scene.position is None:
            players = len(scene.seats)
            return self.game.new(players, self.fill, scene.options, carry=scene.carry)
        told = {"options": scene.options, "carry": scene.carry}
        facts = scene.position | told | {"players": len(scene.seats)}
        return self.game.drawn(facts, Rng(self.fill))

    def _refused(self, wrong: BadTable) -> bool:
        """Whether the scenario says that there is no such table, and why."""
        return [step.text for step in self.scene.steps] == [f"no such table: {refused(wrong)}"]

    def _report(self, step: Step, expected: str, found: str) -> str:
        said = [
            f"{self.scene.path}:{step.line}: {step.text}",
            f"  expected  {expected}",
            f"  found     {found}",
            f"  fill {self.fill}    {self.game.line(self.t)}",
        ]
        return "\n".join(said)

    def _perform(self, step: Step) -> None:
        for pattern, act in _GRAMMAR:
            if found := pattern.fullmatch(step.text):
                act(self, **{name: word or "" for name, word in found.groupdict().items()})
                return
        raise Failed("a sentence of docs/scenarios.md", step.text)

    # --- words to things --------------------------------------------------------------------

    def seat(self, who: str) -> int:
        if who == "house":
            return HOUSE
        if who not in self.scene.seats:
            raise Failed(f"one of {', '.join(self.scene.seats)}", who)
        return self.scene.seats.index(who)

    def eye(self, who: str) -> int | None:
        return None if who == BYSTANDER else self.seat(who)

    def names(self, value: object) -> str:
        return notation.write({"": value})[1:]

    def value(self, text: str) -> Any:
        """`orc7 goblin3` is a list, `[]` an empty one, `3` a number, `Anna` a seat."""
        read = notation.read(f"_=[{numbered(text, self.scene.seats)}]")["_"]
        return read[0] if len(read) == 1 else read

    def facts(self, seat: int | None) -> dict[str, Any]:
        return self.game.facts(self.t, seat)

    def at(self, path: str, seat: int | None) -> Any:
        """What stands at a path; nothing there is an empty list."""
        found: Any = self.facts(seat)
        first = path.partition(".")[0]
        known = (*self.game.view_type.__struct_fields__, "seed", "thrown", "dice")
        if first not in known:
            raise Failed(f"one of {', '.join(known)}", first)
        for name in path.split("."):
            word = str(seated(name, self.scene.seats))
            if isinstance(found, list) and word.isdecimal() and int(word) < len(found):
                found = found[int(word)]
            elif isinstance(found, dict):
                found = found.get(word, [])
            else:
                raise Failed(f"something at {path}", found)
        return found

    # --- sentences --------------------------------------------------------------------------

    def asked(self, who: str, ask: str) -> None:
        decision = self.t.decision(self.seat(who))
        if decision is None or not decision.waits:
            raise Failed(f"{who} to be asked {ask}", self._asking())
        if decision.ask != ask:
            raise Failed(f"{who} to be asked {ask}", decision.ask)

    def _asking(self) -> str:
        asked = [d for d in self.t.decisions() if d.waits]
        told = [f"{self.scene.seats[d.seat]} is asked {d.ask}" for d in asked]
        return "; ".join(told) or ("the game is over" if self.t.outcome else "nobody is asked")

    def not_asked(self, who: str) -> None:
        if self.t.outcome is None and self.t.asked >> self.seat(who) & 1:
            raise Failed(f"{who} not to be asked", self._asking())

    def nobody(self) -> None:
        if self.t.asked:
            raise Failed("nobody to be asked", self._asking())

    def offered(self, who: str) -> list[str]:
        decision = self.t.decision(self.seat(who))
        return [c.text for c in decision.choices] if decision else []

    def may(self, who: str, texts: str) -> None:
        for text in self._texts(texts):
            refusal = self.t.why_not(self.seat(who), text)
            if refusal is not None:
                raise Failed(f"{who} to be offered {text}", f"{refusal}: {self.offered(who)}")

    def may_only(self, who: str, texts: str) -> None:
        decision = self.t.decision(self.seat(who))
        choices = decision.choices if decision else []
        wanted = self._texts(texts)
        fits = [{c.text for c in choices if text in (c.text, c.brief)} for text in wanted]
        if not all(fits) or set().union(*fits) != {c.text for c in choices}:
            raise Failed(sorted(wanted), sorted(c.brief for c in choices))

    def may_not(self, who: str, text: str, code: str, rule: str) -> None:
        refusal = self.t.why_not(self.seat(who), numbered(text, self.scene.seats))
        if refusal is None:
            raise Failed(f"{text} to be refused", "it is offered")
        if refusal.code != code or (rule and refusal.rule != rule):
            raise Failed(f"{code} {rule}".strip(), refused(refusal))

    def _texts(self, texts: str) -> list[str]:
        return [numbered(text.strip(), self.scene.seats) for text in texts.split(",")]

    def may_undo(self, who: str, no: str, consent: str) -> None:
        wanted = NO if no else CONSENT if consent else FREE
        found = self.t.may_undo(self.seat(who))
        if found != wanted:
            raise Failed(f"{who} {_UNDO[wanted]}", f"{who} {_UNDO[found]}")

    def default(self, who: str, text: str) -> None:
        decision = self.t.decision(self.seat(who))
        choice = decision.default if decision else None
        if choice is None or numbered(text, self.scene.seats) not in (choice.text, choice.brief):
            raise Failed(f"{text} by default", choice)

    def answer(self, who: str, text: str) -> None:
        self.mark = len(self.t.sink or [])
        self.t.answer(self.seat(who), numbered(text, self.scene.seats))

    def told(self, eye: int | None) -> list[dict[str, object]]:
        return self.game.heard(self.t, eye, self.mark)

    def _happened(self, events: list[dict[str, Any]], kind: str, facts: str) -> bool:
        if kind not in [e.__struct_config__.tag for e in self.game.event_types] + ["undone"]:
            raise Failed("an event of this game", kind)
        wanted = notation.read(numbered(facts, self.scene.seats))
        return any(
            event["type"] == kind and all(same(v, event.get(k)) for k, v in wanted.items())
            for event in events
        )

    def event(self, no: str, kind: str, facts: str) -> None:
        """Whether it happened since the last answer, in anybody's perception at its fullest."""
        events = [in_full(event, self.t.players) for event in (self.t.sink or [])[self.mark :]]
        if self._happened(events, kind, facts) == bool(no):
            raise Failed(f"{no}event {kind} {facts}", self._list(events))

    def hears(self, who: str, no: str, kind: str, facts: str) -> None:
        events = self.told(self.eye(who))
        if self._happened(events, kind, facts) == bool(no):
            raise Failed(f"{who} {no}to hear {kind} {facts}", self._list(events))

    def _list(self, events: list[dict[str, Any]]) -> str:
        told = [
            f"{e['type']} {notation.write({k: e[k] for k in e if k != 'type'})}" for e in events
        ]
        return "; ".join(told) or "nothing happened"

    def fact(self, who: str, path: str, op: str, value: str) -> None:
        found = self.at(path, self.eye(who) if who else ALL)
        wanted = self.value(value)
        if not _OPERATIONS[op](wanted, found):
            raise Failed(f"{path} {op} {value}", self.names(found))

    def sees(self, who: str, no: str, token: str) -> None:
        token = numbered(token, self.scene.seats)
        seen = any(same(token, found) for found in _tokens(self.facts(self.eye(who))))
        if seen == bool(no):
            raise Failed(f"{who} {no}to see {token}", self.game.line(self.t, self.eye(who)))

    def impossible(self) -> None:
        raise Failed("that there is no such table", "it can be opened")

    def over(self, reason: str) -> None:
        outcome = self.t.outcome
        if outcome is None or (reason and outcome.reason != reason):
            raise Failed(f"the game to be over: {reason}", outcome or "it goes on")

    def goes_on(self) -> None:
        if self.t.outcome is not None:
            raise Failed("the game to go on", self.t.outcome)

    def wins(self, who: str) -> None:
        wanted = tuple(sorted(self.seat(name) for name in re.split(r", | and ", who)))
        if self.t.outcome is None or self.t.outcome.winners != wanted:
            raise Failed(f"{who} to win", self.t.outcome or "it goes on")

    def scores(self, scores: str) -> None:
        wanted = tuple(int(score) for score in scores.split())
        if self.t.outcome is None or self.t.outcome.scores != wanted:
            raise Failed(f"scores {scores}", self.t.outcome or "the game goes on")


def same(wanted: object, found: object) -> bool:
    """Whether what was found is what was wanted; a text may be shortened to one of its parts.

    `orc7`, `2-3o-7` and `orc7/2-3o-7` all mean the card `orc7/2-3o-7+1`.
    """
    if isinstance(wanted, list) and isinstance(found, list | tuple):
        return len(wanted) == len(found) and all(map(same, wanted, found))
    if isinstance(found, list | tuple) and not isinstance(wanted, list):
        return len(found) == 1 and same(wanted, found[0])
    if isinstance(wanted, dict) and isinstance(found, dict):
        return wanted.keys() == found.keys() and all(same(wanted[k], found[k]) for k in wanted)
    if isinstance(wanted, str) and isinstance(found, str):
        bare = found.partition("+")[0]
        return wanted in (found, bare, *bare.split("/"))
    return wanted == found and isinstance(wanted, bool) == isinstance(found, bool)


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _has(wanted: object, found: object) -> bool:
    """Every one wanted is there, each a different one."""
    left = list(_listed(found))
    for item in _listed(wanted):
        match = [k for k, there in enumerate(left) if same(item, there)]
        if not match:
            return False
        left.pop(match[0])
    return True


def _lacks(wanted: object, found: object) -> bool:
    return not any(same(item, there) for item in _listed(wanted) for there in _tokens(found))


def _counts(wanted: object, found: object) -> bool:
    return isinstance(found, list | dict) and len(found) == wanted


def _tokens(value: object) -> list[str]:
    if isinstance(value, dict):
        return [token for part in value.values() for token in _tokens(part)]
    if isinstance(value, list):
        return [token for part in value for token in _tokens(part)]
    return [value] if isinstance(value, str) else []


_OPERATIONS: Final[dict[str, Callable[[object, object], bool]]] = {
    "=": same,
    "is not": lambda wanted, found: not same(wanted, found),
    "has": _has,
    "lacks": _lacks,
    "counts": _counts,
}

_UNDO: Final = {FREE: "may undo", CONSENT: "may undo by consent", NO: "may not undo"}

_WHO = r"(?P<who>\w+)"
_PATH = r"(?P<path>[\w]+(?:\.[\w]+)*) (?P<op>=|is not|has|lacks|counts) (?P<value>.+)"
_EVENT = r"(?P<kind>\w+)(?: (?P<facts>.*))?"
_GRAMMAR: Final[list[tuple[re.Pattern[str], Callable[..., None]]]] = [
    (re.compile(rf"{_WHO}: (?P<text>.+)"), Stage.answer),
    (re.compile(r"nobody is asked"), Stage.nobody),
    (re.compile(r"no such table: .+"), Stage.impossible),
    (re.compile(rf"{_WHO} is asked (?P<ask>\w+)"), Stage.asked),
    (re.compile(rf"{_WHO} is not asked"), Stage.not_asked),
    (re.compile(rf"{_WHO} may (?:undo(?P<consent> by consent)?|(?P<no>not )undo)"), Stage.may_undo),
    (re.compile(rf"{_WHO} may only (?P<texts>.+)"), Stage.may_only),
    (re.compile(rf"{_WHO} may not (?P<text>.+?): (?P<code>\w+)(?: (?P<rule>\S+))?"), Stage.may_not),
    (re.compile(rf"{_WHO} may (?P<texts>.+)"), Stage.may),
    (re.compile(rf"by default {_WHO} answers (?P<text>.+)"), Stage.default),
    (re.compile(rf"(?P<no>no )?event {_EVENT}"), Stage.event),
    (re.compile(rf"{_WHO} (?:hears|(?P<no>does not )hear) {_EVENT}"), Stage.hears),
    (re.compile(rf"{_WHO} sees {_PATH}"), Stage.fact),
    (re.compile(rf"{_WHO} (?:sees|(?P<no>does not )see) (?P<token>\S+)"), Stage.sees),
    (re.compile(r"the game is over(?:: (?P<reason>\w+))?"), Stage.over),
    (re.compile(r"the game goes on"), Stage.goes_on),
    (re.compile(r"(?P<who>\w+(?:, \w+)*(?: and \w+)?) wins?"), Stage.wins),
    (re.compile(r"scores (?P<scores>-?\d+(?: -?\d+)*)"), Stage.scores),
    (re.compile(rf"(?P<who>){_PATH}"), Stage.fact),
]
