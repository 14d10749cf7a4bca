"""The messages of a seat's socket.  docs/protocol.md says what they mean.

Each struct is one message, its name in small letters its `type`; what is not known is refused.
The news of a table are in `table/shown.py`.
"""

from typing import Annotated, Any, Final

import msgspec

from parlour.bots.advice import Margin
from parlour.core.errors import Refusal
from parlour.core.language import DEFAULT
from parlour.server.node.house import Maintenance
from parlour.server.settings import MAX_FRAME
from parlour.server.table.saved import Remark
from parlour.server.table.shown import FromServer, TableInfo, message_type

PROTOCOL: Final = 1

ShortText = Annotated[str, msgspec.Meta(max_length=64)]
Mid = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
ChoiceText = Annotated[str, msgspec.Meta(max_length=512)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class FromClient(msgspec.Struct, frozen=True, tag=message_type, forbid_unknown_fields=True):
    """What a client may say."""


class Hello(FromClient, frozen=True):
    """First of all.  Without a key: to watch.  `stream` and `last`: what was got before.

    `lang`: for sentences; one that is not spoken here is taken for the default.  `device`: some
    random word that this device keeps, by which seats held from one device are told.
    """

    key: ShortText = ""
    stream: ShortText = ""
    last: Count = 0
    lang: ShortText = DEFAULT
    device: ShortText = ""


class Answer(FromClient, frozen=True):
    """A choice.  `decision`: the number of the question.

    `lag` is not heeded: the server measures the line itself.  Older clients send it.
    """

    mid: Mid
    decision: Count
    choice: ChoiceText
    lag: Count = 0


class Undo(FromClient, frozen=True):
    mid: Mid


class Plead(FromClient, frozen=True):
    """Ask the others to let your last choice be taken back."""

    mid: Mid


class Agree(FromClient, frozen=True):
    """Your word on the plea of this number."""

    mid: Mid
    plea: Count


class Decline(FromClient, frozen=True):
    mid: Mid
    plea: Count


class Why(FromClient, frozen=True):
    """Why can this not be chosen?  Nothing happens."""

    mid: Mid
    choice: ChoiceText


class Hint(FromClient, frozen=True):
    """What would a good player choose?  Only where nobody else plays; nothing happens."""

    mid: Mid


class Say(FromClient, frozen=True):
    mid: Mid
    phrase: ShortText = ""
    text: ChoiceText = ""


class Partake(FromClient, frozen=True):
    """This client takes part in shuffles from now on: before a game begins it is waited for."""

    mid: Mid


class Commit(FromClient, frozen=True):
    """The commitment to your share of the shuffle of this number."""

    mid: Mid
    shuffle: Count
    commitment: ShortText


class Reveal(FromClient, frozen=True):
    """Your share itself, once you have kept the list of commitments."""

    mid: Mid
    shuffle: Count
    value: ShortText


class Ping(FromClient, frozen=True):
    t: Count = 0


ClientMessage = (
    Hello
    | Answer
    | Undo
    | Plead
    | Agree
    | Decline
    | Why
    | Hint
    | Say
    | Partake
    | Commit
    | Reveal
    | Ping
)


class Welcome(FromServer, frozen=True):
    protocol: int
    stream: str
    n: int
    seat: int | None
    now: int
    table: TableInfo
    said: list[Remark] = []


class Ack(FromServer, frozen=True):
    mid: str


class Hinted(FromServer, frozen=True):
    """A hint.  `choice`: the text of what to choose, empty to wait; `instead`: the next best.

    `margin`: by how much it is better.  `reason`: a key of the game's `hints`, with its facts.
    `text`: all of it in a sentence, with what a person would type.
    """

    mid: str
    decision: int
    choice: str
    instead: str
    margin: Margin
    reason: str
    facts: dict[str, Any]
    text: str


class Refused(FromServer, frozen=True):
    """Not done.  `code` is stable, `rule` a number of the rulebook, `text` for people.

    `example`: what could be typed instead, where people type.
    """

    mid: str
    code: str
    text: str
    rule: str = ""
    facts: dict[str, Any] = {}
    example: str = ""


class Pong(FromServer, frozen=True):
    t: int
    now: int


class Bye(FromServer, frozen=True):
    """The last message before the socket closes."""

    code: str
    text: str = ""


class Bulletin(FromServer, frozen=True):
    """What the house tells all its guests: the message of the day, and whether it is maintained."""

    notice: dict[str, str]
    maintenance: Maintenance | None


_DECODER: Final = msgspec.json.Decoder(ClientMessage)


def read(frame: str | bytes) -> ClientMessage:
    """A client's message, or a refusal that says what is wrong with it."""
    if len(frame) > MAX_FRAME:
        raise Refusal("too_long", facts={"number": MAX_FRAME})
    try:
        message: ClientMessage = _DECODER.decode(frame)
        return message
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise Refusal("bad_message", facts={"reason": str(wrong)[:200]}) from wrong
