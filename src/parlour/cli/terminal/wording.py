"""The parts of a choice in people's words, from the room's names and labels."""

from parlour.cli.lines import Question
from parlour.core.language import DEFAULT
from parlour.core.words import Speaker, arguments


def thing_words(speaker: Speaker, question: Question, what: str) -> str:
    """A card, a deed or an answer: `duel:QD` is “Duel Q♦”, `pass` what passing means here."""
    said = label(speaker, question, what) or named(speaker, what)
    return said[:1].upper() + said[1:]


def label(speaker: Speaker, question: Question, what: str) -> str:
    """The room's label, by the question or in general; a gap takes what follows a colon."""
    texts = speaker.game.words.texts(DEFAULT)
    for key in (f"labels.{what}_{question.ask}", f"labels.{what.replace(':', '_')}"):
        if key in texts and arguments(texts[key]) <= question.about.keys():
            return speaker.sentence(key, question.about)
    word, _, token = what.partition(":")
    gaps = arguments(texts.get(f"labels.{word}", "")) if token else set()
    if len(gaps) != 1:
        return ""
    return speaker.sentence(f"labels.{word}", {}, {gaps.pop(): named(speaker, token)})


def named(speaker: Speaker, what: str) -> str:
    if what.endswith("+"):
        return f"{named(speaker, what[:-1])} +"
    name = str(speaker.game.name(what, speaker.lang))
    word, colon, token = what.partition(":")
    if name != what or not colon:
        return name
    return f"{named(speaker, word)} {named(speaker, token)}"


def place_words(speaker: Speaker, what: str, where: str) -> str:
    """Whoever sits there; a place of the table by its name.

    A number is a seat, unless the room labels the thing by a number alone: “Call {number}”.
    """
    label = speaker.game.words.texts(DEFAULT).get(f"labels.{what}", "")
    seated = where.isdecimal() and int(where) < len(speaker.names)
    if seated and arguments(label) != {"number"}:
        return speaker.names[int(where)]
    return named(speaker, where)
