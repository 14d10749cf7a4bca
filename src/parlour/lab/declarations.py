"""Whether a frame is what it declares: by its constructor, in its text and in its data."""

import json
from collections.abc import Iterator
from typing import Any

from parlour.core.frame import Frame, Nested
from parlour.core.frame_fields import Kind
from parlour.core.frame_reader import FrameReader
from parlour.core.seats import MOST_SEATS


class Misdeclared(AssertionError):
    """What a frame declares is not what its constructor takes, or not all that it keeps."""


def check_declaration(frames: FrameReader, kind: type[Frame[Any]]) -> None:
    """Frames of this kind, each with other facts, are read back from their texts and their data."""
    for values in samples(frames, kind):
        frame = made(kind, values)
        for told in (repr(frame), frame.data(), json.loads(json.dumps(frame.data()))):
            again = frames.read(told, MOST_SEATS)
            if repr(again) != repr(frame) or again.data() != frame.data():
                raise Misdeclared(f"{told} is read as {again}, not as {frame}")


def samples(frames: FrameReader, kind: type[Frame[Any]]) -> Iterator[list[Any]]:
    """Facts that fit, as different from one another as their kinds allow."""
    choices = [fitting(frames, fact) for fact in kind.fields.values()]
    for turn in range(4):
        yield [found[(turn + number) % len(found)] for number, found in enumerate(choices)]


def fitting(frames: FrameReader, fact: Kind) -> list[Any]:
    if isinstance(fact, Nested):
        kinds = [form.frame for form in frames.names.values()]
        inner = next(kind for kind in kinds if issubclass(kind, fact.base))
        return [made(inner, values) for values in samples(frames, inner)]
    return [number for number in range(-1, 40) if fact.fits(number, MOST_SEATS)]


def made(kind: type[Frame[Any]], values: list[Any]) -> Frame[Any]:
    """The frame of these facts, given in order and given by name: it keeps them, and no others."""
    named = dict(zip(kind.fields, values, strict=True))
    told = f"{kind.__name__} declares {', '.join(named) or 'nothing'}"
    if "type" in named:
        raise Misdeclared(f"{told}: 'type' is the frame's own name")
    try:
        frames = kind(**named), kind(*values)
    except TypeError as wrong:
        raise Misdeclared(f"{told}, but its constructor takes other facts: {wrong}") from wrong
    for frame in frames:
        for name, value in named.items():
            if getattr(frame, name, None) != value:
                raise Misdeclared(f"{told}, but does not keep {name!r} as it is given")
        if spare := kept(frame) - named.keys():
            raise Misdeclared(f"{told}, but keeps {', '.join(sorted(spare))} too")
    return frames[0]


def kept(frame: Frame[Any]) -> set[str]:
    """The names of all that a frame keeps; a compiled class lists them itself."""
    listed = {*getattr(type(frame), "__mypyc_attrs__", ())} - {"__dict__"}
    return listed | {*getattr(frame, "__dict__", ())}
