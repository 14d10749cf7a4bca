"""A build of ours at the other end of a pipe: `python -m parlour.lab.bench.child`."""

import msgspec

import parlour
from parlour.core.build import build
from parlour.lab.bench.measures import Job, measured
from parlour.lab.bench.peer_program import Message, serve


def answer(asked: Message) -> Message:
    reading = measured(msgspec.convert(asked, Job), asked["seconds"])
    found: Message = msgspec.to_builtins(reading)
    return found


if __name__ == "__main__":
    serve({"name": build(), "versions": {"parlour": parlour.__version__}}, answer)
