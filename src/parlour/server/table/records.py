"""Finished games: their record, and whether the shuffle was fair."""

import hmac
from typing import Any, Final, Literal

import msgspec

from parlour.core.errors import BadText, Refusal
from parlour.core.record import Record
from parlour.core.seats import HOUSE
from parlour.core.series import SeriesRecord
from parlour.games import all_games
from parlour.games import game as find_game
from parlour.server.table import rows
from parlour.server.table.fairness import combined, commitment, lot, share_commitment
from parlour.server.table.keeper import Keeper
from parlour.server.table.saved import Played
from parlour.server.table.series import series_of
from parlour.server.table.shuffles import Broken
from parlour.server.table.sitting import Sitting

Format = Literal["parlour-game/1", "parlour-game/2"]
FORMAT: Final = "parlour-game/2"


class GameFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A finished game as it is handed out.  `parlour verify` reads this.

    `secret` and `salt`: the house's part of the seed.  `shuffle` and `shares`: what the seats
    added; with 0 nothing.  `lot`: who begins a series was drawn with this game.  `broken`: starts
    of it that were broken off.  `ms`: from the deal to the end.  Files of the first format know
    none of these but the salt.
    """

    format: Format = FORMAT
    names: list[str]
    record: Record
    salt: str
    commitment: str
    over: rows.Over | None = None
    by: list[str] = []
    table: str = ""
    number: int = 0
    secret: str = ""
    shuffle: int = 0
    shares: list[rows.Share] = []
    lot: bool = False
    broken: list[Broken] = []
    ms: int = 0


def played(s: Sitting, number: int) -> Played:
    """A game of this table that is over."""
    if not 1 <= number <= s.number:
        raise Refusal("no_such_game")
    game = s.games[number - 1]
    if not game.last:
        raise Refusal("not_revealed")
    return game


async def choices(keeper: Keeper, game: Played) -> tuple[list[rows.Chose], rows.Over | None]:
    """The choices of one game from the log, and how it ended, so far as this keeper has them.

    The log may be further on: by what was written a moment ago and nobody has been told yet, or
    by what another node wrote, the end of this game and the beginning of the next one included.
    """
    last = game.last or keeper.sitting.seq
    found: list[rows.Chose] = []
    over: rows.Over | None = None
    log = await keeper.store.load(keeper.id, game.first)
    if last > game.first and not log:
        raise Refusal("no_such_table")  # deleted since it was opened here: it was very old
    for row in log:
        if row.seq > last:
            break
        body = rows.read(row)
        if isinstance(body, rows.Chose):
            found.append(body)
        elif isinstance(body, rows.Over):
            over = body
    return found, over


def entries(chosen: list[rows.Chose]) -> list[tuple[int, str]]:
    """The record's entries: idle ticks put back in, and merged."""
    found: list[tuple[int, str]] = []
    for body in chosen:
        ticks = int(body.text.partition(":")[2] or 1) if body.seat == HOUSE else body.ticks
        if ticks and found and found[-1][0] == HOUSE:
            ticks += int(found.pop()[1].partition(":")[2])
        if ticks:
            found.append((HOUSE, f"tick:{ticks}"))
        if body.seat != HOUSE:
            found.append((body.seat, body.text))
    return found


def record_of(s: Sitting, game: Played, chosen: list[rows.Chose]) -> Record:
    config = s.config
    return Record(
        game=config.game,
        version=config.version,
        players=config.players,
        options=config.options,
        choices=entries(chosen),
        seed=s.seed_of(game).hex(),
        carry=game.carry,
    )


async def game_file(keeper: Keeper, number: int) -> GameFile:
    s = keeper.sitting
    game = played(s, number)
    chosen, over = await choices(keeper, game)
    secret, salt = s.secrets(number)
    return GameFile(
        names=game.names,
        record=record_of(s, game, chosen),
        salt=salt.hex(),
        commitment=game.commitment,
        over=over,
        by=[body.by for body in chosen if body.seat != HOUSE],
        table=s.id,
        number=number,
        secret=secret.hex(),
        shuffle=game.shuffle,
        shares=game.shares,
        lot=any(run.number == number for run in s.runs),
        broken=s.shuffles.broken_of(number),
        ms=await lasted(keeper, game),
    )


async def lasted(keeper: Keeper, game: Played) -> int:
    """Milliseconds from the deal to the end, pauses included."""
    log = await keeper.store.load(keeper.id, game.first - 1)
    times = [row.at_ms for row in log if row.seq <= game.last]
    return times[-1] - times[0] if times else 0


async def series_record(keeper: Keeper, number: int) -> SeriesRecord:
    """A finished series of this table, from its first; every game of it replays."""
    s = keeper.sitting
    if not 1 <= number <= len(s.runs):
        raise Refusal("no_such_series")
    if s.game is None or s.game.version != s.config.version:
        raise Refusal("other_rules")
    run = s.runs[number - 1]
    series = series_of(s.game, s.config, run)
    if not series.over:
        raise Refusal("series_not_over")
    options = s.game.settled(s.config.options)  # as the rules themselves would record it
    games: list[Record] = []
    for game in s.games[run.number - 1 :][: len(run.results)]:
        chosen, _ = await choices(keeper, game)
        games.append(msgspec.structs.replace(record_of(s, game, chosen), options=options))
    return SeriesRecord(series.plan, games, series.points)


# --- checking -------------------------------------------------------------------------------


class Verdict(msgspec.Struct, frozen=True):
    """Whether a game was dealt and played as it says.  `reason`: a key of the sentences.

    `honest` is None where nobody here can tell: it was played under rules that are not here.
    """

    honest: bool | None
    reason: str
    facts: dict[str, Any] = {}


def read_file(text: bytes) -> GameFile:
    try:
        return msgspec.json.decode(text, type=GameFile)
    except (msgspec.DecodeError, UnicodeDecodeError) as wrong:
        raise BadText("bad_record", facts={"reason": str(wrong)}) from wrong


def has_rules(record: Record) -> bool:
    """Whether this house has the very rules that a game was played under."""
    game = all_games().get(record.game)
    return game is not None and game.version == record.version


def other_rules(record: Record) -> Verdict:
    return Verdict(None, "other_rules", {"found": f"{record.game}/{record.version}"})


def shuffle_wrong(file: GameFile) -> str:
    """What is wrong with the seed of a game, as a key of the sentences; empty: nothing."""
    try:
        seed, salt = bytes.fromhex(file.record.seed), bytes.fromhex(file.salt)
        secret = bytes.fromhex(file.secret or file.record.seed)
    except ValueError:
        return "no_seed"
    if not hmac.compare_digest(commitment(secret, salt), file.commitment):
        return "other_shuffle"
    if not all(_is_promised(file, share) for share in file.shares if share.value):
        return "other_share"
    values = [(share.seat, share.value) for share in file.shares if share.value]
    if values != sorted(dict(values).items()):
        return "other_share"
    dealt = secret
    if file.shuffle:
        dealt = combined(secret, file.table, file.number, file.shuffle, values)
    if not hmac.compare_digest(dealt, seed):
        return "other_seed"
    drawn = lot(seed, file.number, file.record.players) if file.lot else None
    return "" if drawn in (None, file.record.carry.get("first", 0)) else "other_lot"


def _is_promised(file: GameFile, share: rows.Share) -> bool:
    found = share_commitment(file.table, file.number, file.shuffle, share.seat, share.value)
    return hmac.compare_digest(found, share.commitment)


def verify(file: GameFile) -> Verdict:
    """Shuffle again, deal again from the seed, play again what was chosen, and compare.

    The names, and who made each choice, are not looked at: nothing in a file can prove them.
    """
    wrong = shuffle_wrong(file)
    if wrong:
        return Verdict(False, wrong)
    if not has_rules(file.record):
        return other_rules(file.record)
    try:
        t = find_game(file.record.game).load(file.record)
    except Refusal as refusal:
        return Verdict(False, "not_playable", {"reason": str(refusal)})
    if file.over is None:
        return Verdict(t.outcome is None, "unfinished" if t.outcome is None else "other_end")
    end = t.outcome
    same = end is not None and (list(end.winners), list(end.scores), end.reason) == (
        file.over.winners,
        file.over.scores,
        file.over.reason,
    )
    return Verdict(same, "honest" if same else "other_end", {"count": len(file.record.choices)})
