"""What each sentence of a scenario does at a table: answers, and questions that must hold."""

import re
from typing import Any, Final

import msgspec

from parlour.core import notation
from parlour.core.decision import Choice
from parlour.core.errors import IllegalChoice, Refusal
from parlour.core.event import Whisper, in_full
from parlour.core.game import Game
from parlour.core.scenario.matching import OPERATIONS, leaves, same, things, total
from parlour.core.scenario.proof import BYSTANDER
from parlour.core.scenario.scene import Scene, known, numbered, refused, seated
from parlour.core.scenario.sentence import Sentence, read_list
from parlour.core.seats import ALL, HOUSE
from parlour.core.table import Table
from parlour.core.undo import CONSENT, FREE, NO

_SPARSE: Final = ("options", "carry")
"""Tables that hold only what somebody said."""
_UNDO: Final = {FREE: "may undo", CONSENT: "may undo by consent", NO: "may not undo"}


class Failed(AssertionError):
    """A step did not hold: what was expected, what was found."""

    def __init__(self, expected: object, found: object) -> None:
        super().__init__(f"expected {expected}, found {found}")
        self.expected = expected
        self.found = found


def _meant(text: str, choice: Choice) -> bool:
    """By its full or brief text; of two things joined by a plus, in whichever order."""
    turned = "+".join(reversed(text.split("+")))
    return any(said in (choice.text, choice.brief) for said in (text, turned))


class Acts:
    """A method for each sentence, with the words of it; Failed where it does not hold."""

    def __init__(self, scene: Scene, game: Game) -> None:
        self.scene = scene
        self.game = game
        self.t: Table
        self.mark = 0  # events from here on belong to the last answer

    # --- words to things --------------------------------------------------------------------

    def seat(self, who: str) -> int:
        return HOUSE if who == "house" else self.scene.seats.index(who)

    def eye(self, who: str) -> int | None:
        return None if who == BYSTANDER else self.seat(who)

    def _people(self, names: str) -> tuple[int, ...]:
        return tuple(sorted(self.seat(name) for name in re.split(r", | and ", names)))

    def _texts(self, choices: str) -> list[str]:
        return [numbered(text.strip(), self.scene.seats) for text in choices.split(",")]

    def value(self, text: str) -> Any:
        """`orc7 goblin3` is a list, `[]` an empty one, `3` a number, `Anna` a seat."""
        read = seated(notation.read(f"_=[{text}]")["_"], self.scene.seats)
        return read[0] if len(read) == 1 else read

    def spelled(self, value: Any) -> Any:
        """The same, where the room knows two spellings of a word, in one of them."""
        if isinstance(value, dict):
            return {name: self.spelled(part) for name, part in value.items()}
        if isinstance(value, list | tuple):
            return [self.spelled(part) for part in value]
        return self.game.spelled(value)

    # --- who is asked, and what they may answer ---------------------------------------------

    def asked(self, seat: str, ask: str) -> None:
        decision = self.t.decision(self.seat(seat))
        if decision is None or not decision.waits:
            raise Failed(f"{seat} to be asked {ask}", self._asking())
        if decision.ask != ask:
            raise Failed(f"{seat} to be asked {ask}", decision.ask)

    def _asking(self) -> str:
        asked = [d for d in self.t.decisions() if d.waits]
        told = [f"{self.scene.seats[d.seat]} is asked {d.ask}" for d in asked]
        return "; ".join(told) or ("the game is over" if self.t.outcome else "nobody is asked")

    def not_asked(self, seat: str) -> None:
        if self.t.outcome is None and self.t.asked >> self.seat(seat) & 1:
            raise Failed(f"{seat} not to be asked", self._asking())

    def nobody(self) -> None:
        if self.t.asked:
            raise Failed("nobody to be asked", self._asking())

    def may(self, seat: str, choices: str) -> None:
        for text in self._texts(choices):
            refusal = self.t.why_not(self.seat(seat), text)
            if refusal is not None:
                decision = self.t.decision(self.seat(seat))
                offered = [choice.text for choice in decision.choices] if decision else []
                told = f"{refusal}; offered: {', '.join(offered) or 'nothing'}"
                raise Failed(f"{seat} to be offered {text}", told)

    def may_only(self, seat: str, choices: str) -> None:
        decision = self.t.decision(self.seat(seat))
        offered = decision.choices if decision else []
        wanted = self._texts(choices)
        fits = [{c.text for c in offered if _meant(text, c)} for text in wanted]
        if not all(fits) or set().union(*fits) != {c.text for c in offered}:
            found = ", ".join(sorted(c.brief for c in offered)) or "nothing is offered"
            raise Failed(", ".join(sorted(wanted)), found)

    def may_not(self, seat: str, choice: str, code: str, rule: str) -> None:
        refusal = self.t.why_not(self.seat(seat), numbered(choice, self.scene.seats))
        self._compare(refusal, choice, code, rule)

    def _compare(self, found: Refusal | None, choice: str, code: str, rule: str) -> None:
        if found is None:
            raise Failed(f"{choice} to be refused", "it is accepted")
        if found.code != code or (rule and found.rule != rule):
            raise Failed(f"{code} {rule}".strip(), refused(found))

    def may_undo(self, seat: str, no: str, consent: str) -> None:
        wanted = NO if no else CONSENT if consent else FREE
        found = self.t.may_undo(self.seat(seat))
        if found != wanted:
            raise Failed(f"{seat} {_UNDO[wanted]}", f"{seat} {_UNDO[found]}")

    def default(self, seat: str, choice: str) -> None:
        decision = self.t.decision(self.seat(seat))
        found = decision.default if decision else None
        text = numbered(choice, self.scene.seats)
        if decision is None or found not in decision.find(text):
            raise Failed(f"{choice} by default", self._asking() if found is None else found)

    def answer(self, who: str, choice: str) -> None:
        self.mark = len(self.t.sink or [])
        self.t.answer(self.seat(who), numbered(choice, self.scene.seats))

    def submits(self, who: str, choice: str, code: str, rule: str) -> None:
        """Give the answer for real: it must be refused and change nothing."""
        before = self._traces()
        self._compare(self.given(who, choice), choice, code, rule)
        for name, trace in self._traces().items():
            if trace != before[name]:
                raise Failed("no trace of what was refused", f"{name} was {before[name]}")

    def given(self, who: str, choice: str) -> Refusal | None:
        """Give the answer, and say why it was refused, if it was."""
        try:
            self.t.answer(self.seat(who), numbered(choice, self.scene.seats))
        except IllegalChoice as refusal:
            return refusal
        return None

    def _traces(self) -> dict[str, object]:
        """Everything in which an answer could leave a trace."""
        views: dict[str, object] = {
            f"the view of {who}": msgspec.to_builtins(self.t.look(self.eye(who)))
            for who in (*self.scene.seats, BYSTANDER)
        }
        events = [in_full(event, self.t.players) for event in self.t.sink or []]
        asked = [(decision.id, repr(decision)) for decision in self.t.decisions()]
        record = msgspec.to_builtins(self.t.record())
        return views | {
            "the line": self.t.line(),
            "the list of events": events,
            "the record": record,
            "what is asked": asked,
        }

    # --- what happened ----------------------------------------------------------------------

    def happened(self) -> list[dict[str, Any]]:
        """Since the last answer, in anybody's perception at its fullest.

        What is whispered to several apart happened once.
        """
        found: list[dict[str, Any]] = []
        for event in (self.t.sink or [])[self.mark :]:
            told = in_full(event, self.t.players)
            if not (isinstance(event, Whisper) and told in found):
                found.append(told)
        return found

    def heard(self, eyes: str) -> list[dict[str, Any]]:
        return self.game.heard(self.t, self.eye(eyes), self.mark)

    def _is(self, event: dict[str, Any], kind: str, facts: str) -> bool:
        wanted = self.spelled(seated(notation.read(facts), self.scene.seats))
        found = self.spelled(event)
        return event["type"] == kind and all(same(v, found.get(k)) for k, v in wanted.items())

    def event(self, no: str, kind: str, facts: str) -> None:
        events = self.happened()
        if any(self._is(event, kind, facts) for event in events) == bool(no):
            raise Failed(f"{no}event {kind} {facts}".strip(), _listed(events))

    def hears(self, eyes: str, no: str, kind: str, facts: str) -> None:
        events = self.heard(eyes)
        if any(self._is(event, kind, facts) for event in events) == bool(no):
            raise Failed(f"{eyes} {no and 'not '}to hear {kind} {facts}".strip(), _listed(events))

    def events(self, sentence: Sentence, told: str) -> None:
        self._in_order(self.happened(), sentence, f"events: {told}")

    def hears_only(self, sentence: Sentence, eyes: str, told: str) -> None:
        self._in_order(self.heard(eyes), sentence, f"{eyes} to hear only: {told}")

    def _in_order(self, events: list[dict[str, Any]], sentence: Sentence, expected: str) -> None:
        wanted = [told for told in read_list(sentence) for _ in range(told.times)]
        fits = len(wanted) == len(events)
        if not fits or not all(
            self._is(event, told.kind, told.facts)
            for event, told in zip(events, wanted, strict=True)
        ):
            raise Failed(expected, _listed(events))

    # --- what lies on the table -------------------------------------------------------------

    def at(self, sentence: Sentence) -> list[Any]:
        """What stands at a path, once for each thing that a `*` stands for.

        A field that a view leaves out because it is empty is the empty list.
        """
        path, eyes = sentence.words["path"].split("."), sentence.words["eyes"]
        facts = self.game.position(self.t, self.eye(eyes) if eyes else ALL)
        empty: Any = {} if path[0] in _SPARSE else []
        found: list[Any] = [facts.get(path[0], empty if len(path) > 1 else [])]
        for number, name in enumerate(path[1:], 1):
            inside = sum(len(part) + 1 for part in path[:number])
            found = [part for thing in found for part in self._into(thing, name, sentence, inside)]
        return found

    def _into(self, thing: Any, name: str, sentence: Sentence, inside: int) -> list[Any]:
        if name == "*" and isinstance(thing, list | dict):
            return list(thing.values() if isinstance(thing, dict) else thing)
        word = str(seated(name, self.scene.seats))
        if isinstance(thing, dict) and word in thing:
            return [thing[word]]
        if isinstance(thing, dict):
            if sentence.words["path"].partition(".")[0] in _SPARSE:
                return [[]]
            raise sentence.slip("path", f"no part is called {name}{known(name, thing)}", inside)
        if isinstance(thing, list) and word.isdecimal() and int(word) < len(thing):
            return [thing[int(word)]]
        raise Failed(f"something at {sentence.words['path']}", self.names(thing))

    def names(self, value: object) -> str:
        return notation.write({"": value})[1:]

    def fact(self, sentence: Sentence, eyes: str, path: str, op: str, value: str) -> None:
        wanted = self.value(value)
        holds = OPERATIONS[op.removeprefix("is ") if op.endswith("exactly") else op]
        there = self.at(sentence)
        if not there:  # of nothing anything would hold
            raise Failed(f"something at {path}", "nothing is there")
        counts = op == "counts"
        for found in there:
            if op == "is not" and not isinstance(wanted, list) and _several(found):
                told = f"{path} is {len(found)} things, never one: which of them is not, or lacks?"
                raise sentence.slip("path", told)
            fits = (wanted, found) if counts else (self.spelled(wanted), self.spelled(found))
            if not holds(*fits):
                count = f"{len(found)}: " if counts and isinstance(found, list | dict) else ""
                raise Failed(f"{path} {op} {value}", count + self.names(found))

    def in_all(self, sentence: Sentence, eyes: str, path: str, number: str) -> None:
        found = self.at(sentence)
        if len(leaves(found)) != int(number):
            told = f"{len(leaves(found))}: {' '.join(map(self.names, found))}"
            raise Failed(f"{path} counts {number} in all", told)

    def adds_up(self, sentence: Sentence, eyes: str, path: str, number: str) -> None:
        found = self.at(sentence)
        if total(found) != int(number):
            raise Failed(
                f"{path} adds up to {number}", f"{total(found)}: {' '.join(map(self.names, found))}"
            )

    def sees(self, eyes: str, no: str, token: str) -> None:
        wanted = self.value(token)
        facts = self.game.position(self.t, self.eye(eyes))
        spellings = [wanted, self.game.spelled(wanted)]  # a card is not its number: only vice versa
        there = any(same(one, found) for found in things(facts) for one in spellings)
        if there == bool(no):
            raise Failed(
                f"{eyes} {no and 'not '}to see {token}", self.game.line(self.t, self.eye(eyes))
            )

    # --- how it ends ------------------------------------------------------------------------

    def impossible(self, code: str, rule: str, refusal: Refusal | None) -> None:
        if refusal is None:
            raise Failed("that there is no such table", "it can be opened")
        if refused(refusal) != f"{code} {rule}".strip():
            raise Failed(f"{code} {rule}".strip(), refused(refusal))

    def over(self, reason: str) -> None:
        outcome = self.t.outcome
        if outcome is None or (reason and outcome.reason != reason):
            raise Failed(f"the game to be over: {reason}", self._ended())

    def goes_on(self) -> None:
        if self.t.outcome is not None:
            raise Failed("the game to go on", self._ended())

    def wins(self, winners: str) -> None:
        if self.t.outcome is None or self.t.outcome.winners != self._people(winners):
            raise Failed(f"{winners} to win", self._ended())

    def scores(self, numbers: str) -> None:
        wanted = tuple(int(number) for number in numbers.split())
        if self.t.outcome is None or self.t.outcome.scores != wanted:
            raise Failed(f"scores {numbers}", self._ended())

    def _ended(self) -> str:
        """How the game ended, as a position writes it."""
        over = self.t.outcome
        if over is None:
            return "the game goes on"
        facts = {"winners": list(over.winners), "scores": list(over.scores), "reason": over.reason}
        return f"over={self.names(facts | {'rule': over.rule})}"


def _several(found: object) -> bool:
    return isinstance(found, list) and len(found) > 1


def _listed(events: list[dict[str, Any]]) -> str:
    told = [f"{e['type']} {notation.write({k: e[k] for k in e if k != 'type'})}" for e in events]
    return "; ".join(told) or "nothing happened"
