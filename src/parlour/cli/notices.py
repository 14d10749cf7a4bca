"""What is said of a remote table beside the game: pauses, shuffles, the next game, devices."""

from parlour.cli.remote import Seat
from parlour.cli.say import text
from parlour.core.language import listed
from parlour.core.words import Speaker


class Notices:
    """Each thing is said once; when it is no longer so, it may be said again."""

    def __init__(self) -> None:
        self._said: dict[str, str] = {}

    def new(self, seat: Seat, speaker: Speaker) -> list[str]:
        found = {
            "pause": self._pause(seat, speaker),
            "next": _next_game(seat, speaker),
            "same_device": _same_device(seat, speaker),
            "devices": _devices(seat),
            "silent": _silent(seat, speaker),
            "broken": _broken(seat),
        }
        before, self._said = self._said, found
        return [said for what, said in found.items() if said and said != before.get(what)]

    def _pause(self, seat: Seat, speaker: Speaker) -> str:
        """Who has paused; and once, that it is over."""
        pause = seat.table.get("pause")
        if not seat.table["paused"] or not pause:
            return text("join.resumed", seat.lang) if self._said.get("pause") else ""
        mine = pause["seat"] == seat.number
        host = pause["seat"] is None
        name = "" if host else speaker.names[pause["seat"]]
        key = "paused_mine" if mine else "paused_host" if host else "paused_by"
        return text(f"join.{key}", seat.lang, name=name)


def _next_game(seat: Seat, speaker: Speaker) -> str:
    """Who wants another game, and for whom they wait."""
    coming = seat.table.get("next")
    if not coming:
        return ""
    ready = [speaker.names[k] for k in coming["ready"] if k >= 0]
    waits = [speaker.names[k] for k in coming["waits"]]
    names = {"names": listed(seat.lang, ready), "others": listed(seat.lang, waits)}
    return text("join.ready", seat.lang, **names)


def _same_device(seat: Seat, speaker: Speaker) -> str:
    """Seats that are held from one device."""
    seats = seat.table["seats"]
    names = [speaker.names[k] for k, one in enumerate(seats) if one.get("same_device")]
    return text("join.same_device", seat.lang, names=listed(seat.lang, names)) if names else ""


def _devices(seat: Seat) -> str:
    """How many devices this seat is connected from, if it is more than one."""
    count = seat.devices
    return text("join.devices", seat.lang, count=count) if count > 1 else ""


def _silent(seat: Seat, speaker: Speaker) -> str:
    """Whose share the shuffle of the newest game went on without."""
    shares = seat.table.get("shares", [])
    names = [speaker.names[one["seat"]] for one in shares if not one.get("value")]
    return text("verify.silent", seat.lang, names=listed(seat.lang, names)) if names else ""


def _broken(seat: Seat) -> str:
    """How many starts of the newest game, or of the next, came to nothing."""
    numbers = [one["number"] for one in seat.table.get("broken", [])]
    count = numbers.count(max(numbers, default=0))
    return text("verify.broken", seat.lang, count=count) if count else ""
