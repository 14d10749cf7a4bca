"""Frames from what is written or sent of them: `Shot(2,0,1,0)` in a line, data in a view.

Both are read by the frame's declaration; BadText says what is wrong.
"""

import re
from collections.abc import Sequence
from typing import Any, Final, final

from parlour.core.errors import BadText
from parlour.core.event import kind_name
from parlour.core.frame import Frame, Nested
from parlour.core.frame_fields import Kind

_PART: Final = re.compile(r"\s*(?:([A-Za-z]\w*)\(|(-?\d{1,18}))")
_DEEPEST: Final = 20


@final
class FrameForm:
    """A type of frame, and its declared facts: their names and kinds, in order."""

    def __init__(self, frame: type[Frame[Any]]) -> None:
        self.frame: Final = frame
        self.names: Final = list(frame.fields)
        self.kinds: Final = list(frame.fields.values())


class FrameReader:
    """Knows the frames of one room by their names in texts and by their types in data."""

    def __init__(self, frames: Sequence[type[Frame[Any]]]) -> None:
        forms = [FrameForm(frame) for frame in frames]
        self.names: Final = {form.frame.__name__: form for form in forms}
        self.types: Final = {kind_name(form.frame.__name__): form for form in forms}

    def read(self, told: object, players: int) -> Frame[Any]:
        """The frame of a text or of data, as it can be at a table of so many players."""
        if not isinstance(told, str):
            return self._sent(told, players)
        if told.count("(") > _DEEPEST:
            raise _wrong(f"{told[:40]!r}… is too deep")
        frame, end = self._written(told, 0, players)
        if not isinstance(frame, Frame) or end != len(told):
            raise _no_frame(told)
        return frame

    def _written(self, text: str, at: int, players: int) -> tuple[Any, int]:
        """The number or frame that begins here, and where it ends."""
        found = _PART.match(text, at)
        if not found:
            raise _wrong(f"{text!r} cannot be read as a frame")
        if found[2]:
            return int(found[2]), found.end()
        values: list[Any] = []
        at = found.end()
        while at < len(text) and text[at] != ")":
            value, at = self._written(text, at, players)
            values.append(value)
            at += text[at : at + 1] == ","
        return _made(self.names.get(found[1]), values, players, text), at + 1

    def _sent(self, told: Any, players: int) -> Frame[Any]:
        form = self.types.get(str(told.get("type"))) if isinstance(told, dict) else None
        if form is None or len(told) != len(form.names) + 1:
            raise _no_frame(told)
        values: list[Any] = []
        for k, name in enumerate(form.names):
            if name not in told:
                raise _no_frame(told)
            values.append(self._kept(form.kinds[k], told[name], players))
        return _made(form, values, players, told)

    def _kept(self, fact: Kind, told: Any, players: int) -> Any:
        if isinstance(fact, Nested):
            return self._sent(told, players)
        try:
            return fact.kept(told)
        except (ValueError, TypeError):
            return str(told)  # which fits nothing


def _made(form: FrameForm | None, values: list[Any], players: int, told: object) -> Frame[Any]:
    if form is None or len(values) != len(form.names):
        raise _no_frame(told)
    for k, value in enumerate(values):
        kind = form.kinds[k]
        if not kind.fits(value, players):
            raise _wrong(f"in {told!r} {form.names[k]} must be {kind.what}, not {value!r}")
    return form.frame(*values)


def _no_frame(told: object) -> BadText:
    return _wrong(f"{told!r} is no frame of this game")


def _wrong(reason: str) -> BadText:
    return BadText("bad_position", facts={"reason": reason})
