"""Every sentence shown to people, in every language: ICU messages from `text/xx.toml`.

A small part of ICU's message format, the same that the browser's library reads:
`{name}`, `{n, plural, one {# card} few {…} many {…} other {# cards}}`,
`{x, select, none {…} other {…}}`.  Plural categories and lists come from CLDR: `language.py`.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from parlour.core.data import files_in, folders_with, read_toml
from parlour.core.errors import Refusal
from parlour.core.language import DEFAULT, LANGUAGES, listed, plural

SEAT_NAMES: Final = frozenset({"seat", "by", "owner", "target", "seats"})
"""Parameters of these names are seats; a sentence shows the names of the people there."""


class Words:
    """The sentences of a package (a room, the kernel, the terminal), by dotted key.

    A folder inside, such as a set of cards, may have a `text/` of its own.  What a language lacks
    is said in the default one.
    """

    def __init__(self, package: str) -> None:
        self.package: Final = package
        self._read: Final[dict[str, dict[str, str]]] = {}

    def texts(self, lang: str) -> dict[str, str]:
        """The sentences that this language has of its own; its files are read when first wanted."""
        if lang not in self._read:
            self._read[lang] = _read(self.package, lang)
        return self._read[lang]

    def has(self, key: str) -> bool:
        return key in self.texts(DEFAULT)

    def say(self, lang: str, key: str, **facts: object) -> str:
        """A sentence that falls back to the default language also counts by its plurals."""
        said_in = lang if key in self.texts(lang) else DEFAULT
        return fill(self.texts(said_in)[key], said_in, facts)

    def in_languages(self, key: str) -> dict[str, str]:
        """The message in every language of the house; empty texts where there is no such key."""
        default = self.texts(DEFAULT).get(key, "")
        return {lang: self.texts(lang).get(key, default) for lang in LANGUAGES}

    def name(self, lang: str, token: str) -> str:
        """A token by its name, or by those of its parts: `red7` is “red 7”, `salt/wool` both."""
        if self.has(f"names.{token}"):
            return self.say(lang, f"names.{token}")
        if "/" in token:
            return "/".join(self.name(lang, part) for part in token.split("/"))
        stem = token.rstrip("0123456789")
        known = stem != token and self.has(f"names.{stem}")
        return f"{self.name(lang, stem)} {token[len(stem) :]}" if known else token


def _read(package: str, lang: str) -> dict[str, str]:
    if lang not in LANGUAGES:
        raise KeyError(lang)
    name = f"{lang}.toml"
    folders = [one for one in folders_with(package, "text") if name in files_in(one, "text")]
    found: dict[str, str] = {}
    for folder in folders:
        found |= _flat(read_toml(folder, "text", name))
    return found


def _flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in table.items():
        if isinstance(value, dict):
            found.update(_flat(value, f"{prefix}{name}."))
        else:
            found[prefix + name] = str(value)
    return found


def fill(message: str, lang: str, facts: Mapping[str, object]) -> str:
    """A message with its facts put in."""
    if "{" not in message:
        return message
    return "".join(_parts(message, lang, facts, None))


def _parts(message: str, lang: str, facts: Mapping[str, object], count: int | None) -> list[str]:
    found: list[str] = []
    at = 0
    while at < len(message):
        char = message[at]
        if char == "{":
            end = _closing(message, at)
            found.append(_argument(message[at + 1 : end], lang, facts))
            at = end + 1
        else:
            found.append(str(count) if char == "#" and count is not None else char)
            at += 1
    return found


def _closing(message: str, at: int) -> int:
    depth = 0
    for k in range(at, len(message)):
        depth += {"{": 1, "}": -1}.get(message[k], 0)
        if depth == 0:
            return k
    raise ValueError(f"unbalanced braces: {message}")


def _argument(inside: str, lang: str, facts: Mapping[str, object]) -> str:
    name, _, rest = (part.strip() for part in inside.partition(","))
    value = facts.get(name)
    if not rest:
        return str(value)
    how, _, cases = (part.strip() for part in rest.partition(","))
    branches = _branches(cases)
    if how == "plural":
        if not isinstance(value, int):
            raise TypeError(f"{name} is counted, but it is {value!r}")
        branch = branches.get(f"={value}") or branches.get(plural(lang, value)) or branches["other"]
        return "".join(_parts(branch, lang, facts, value))
    chosen = "none" if value is None else str(value)
    return fill(branches.get(chosen, branches["other"]), lang, facts)


def _branches(cases: str) -> dict[str, str]:
    found: dict[str, str] = {}
    at = 0
    while match := re.compile(r"\s*([^\s{]+)\s*\{").match(cases, at):
        end = _closing(cases, match.end() - 1)
        found[match.group(1)] = cases[match.end() : end]
        at = end + 1
    return found


def arguments(message: str) -> set[str]:
    """The names a message uses: every language must use the same."""
    found: set[str] = set()
    at = message.find("{")
    while at >= 0:
        end = _closing(message, at)
        name, _, rest = (part.strip() for part in message[at + 1 : end].partition(","))
        found.add(name)
        for branch in _branches(rest.partition(",")[2]).values():
            found |= arguments(branch)
        at = message.find("{", end)
    return found


def cases(message: str) -> set[str]:
    """The words that a message tells apart: `{reason, select, excess {…} other {…}}`."""
    found: set[str] = set()
    at = message.find("{")
    while at >= 0:
        end = _closing(message, at)
        _, how, rest = (*(part.strip() for part in message[at + 1 : end].split(",", 2)), "", "")[:3]
        branches = _branches(rest)
        found |= set(branches) if how == "select" else set()
        for branch in branches.values():
            found |= cases(branch)
        at = message.find("{", end)
    return found


class Speaker:
    """Sentences about one game, in one language, with people's names."""

    def __init__(self, game: Any, lang: str, names: list[str]) -> None:
        self.game = game
        self.lang = lang
        self.names = names

    def event(self, event: Mapping[str, object]) -> str:
        facts = {name: fact for name, fact in event.items() if name != "type"}
        return self.sentence(f"events.{event['type']}", facts)

    def ask(self, ask: str, about: Mapping[str, object]) -> str:
        return self.sentence(f"asks.{ask}", about)

    def refusal(self, refusal: Refusal) -> str:
        facts = refusal.facts
        waits = {"waits": self.waiting(facts)} if "ask" in facts else {}
        said = self.sentence(f"refusals.{refusal.code}", facts, waits)
        return f"{said} [{refusal.rule}]" if refusal.rule else said

    def example(self, refusal: Refusal) -> str:
        """What could be typed instead; a page, where nobody types, has no use for it."""
        own: dict[str, str] = self.game.examples if self.game is not None else {}
        return own.get(refusal.code) or EXAMPLES.get(refusal.code, "")

    def waiting(self, facts: Mapping[str, Any]) -> str:
        """Whom the table waits for, and for what."""
        what = self.sentence(f"waits.{facts['ask']}", {})
        seats = facts["seats"]
        return self.sentence("waiting", {"seats": seats, "count": len(seats)}, {"what": what})

    def sentence(
        self, key: str, facts: Mapping[str, object], said: Mapping[str, str] | None = None
    ) -> str:
        """`said`: facts that are people's words already."""
        told = {name: self.fact(name, fact) for name, fact in facts.items()} | dict(said or {})
        words = self.game.words if self.game and self.game.words.has(key) else KERNEL
        return str(words.say(self.lang, key, **told))

    def fact(self, name: str, fact: object) -> object:
        if isinstance(fact, list | tuple):
            parts = [str(self.fact(name, part)) for part in fact]
            return listed(self.lang, parts) if name in SEAT_NAMES else ", ".join(parts)
        if isinstance(fact, int) and name in SEAT_NAMES:
            return self.names[fact] if 0 <= fact < len(self.names) else str(fact)
        if isinstance(fact, str) and self.game is not None:
            return self.game.name(fact, self.lang)
        return fact


KERNEL: Final = Words("parlour.core")
EXAMPLES: Final = {"unknown_form": "best-of:3", "no_tournament": "games:4"}
"""The kernel's own, as `Game.examples`."""
