"""What a table does by itself: bots, forced answers, time-outs, ticks, empty seats.

The house has no timers of its own.  `due` says when it next has something to do, `wake` does it:
whoever runs the clock (the hub, or a test) calls them.  A pause is drawn when a question is put,
for everybody alike, so that its length tells nothing of the answer.
"""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from parlour.core.errors import Refusal
from parlour.core.seats import HOUSE, clockwise
from parlour.core.table import Table
from parlour.server.settings import Settings
from parlour.server.store import Conflict
from parlour.server.table import begin, deeds, live, pauses, rows
from parlour.server.table import clocks as clock
from parlour.server.table.acts import Act
from parlour.server.table.aftermath import aftermath
from parlour.server.table.haste import DIVISORS, haste_now
from parlour.server.table.keeper import Keeper
from parlour.server.table.showing import Showing
from parlour.server.table.sitting import Sitting
from parlour.server.table.thinking import Thinking
from parlour.server.thinkers import Thinkers

RETRY_MS: Final = 1_000
ALONE_MS: Final = 50
"""Between two moves of bots at tables where nobody plays: people's tables come first."""
Duty = tuple[int, Callable[[], Awaitable[None]]]


class Steward:
    """The host of one table, as long as this node keeps it."""

    def __init__(
        self,
        keeper: Keeper,
        settings: Settings,
        thinkers: Thinkers,
        bot_tables: Callable[[], int] = lambda: 1,
    ) -> None:
        self.keeper: Final = keeper
        self.bot_tables: Final = bot_tables  # at how many of this node bots play alone
        self.world: Final = keeper.world
        self.settings: Final = settings
        self.thinking: Final = Thinking(keeper, thinkers, settings.haste)
        self.showing: Final = Showing(settings.haste)
        self.next_tick = 0
        self._asked: dict[int, tuple[int, int, int]] = {}  # seat: game, decision, when to answer
        self._haste = ""  # what the pauses of bots among them were drawn for
        self._plans: dict[int, tuple[tuple[int, int], str]] = {}  # seat: game and decision, answer
        self._polled: dict[int, tuple[int, int]] = {}  # seat: position it let its offers stand in
        self._called: dict[int, tuple[int, int]] = {}  # seat: game and decision it was called for
        self._retry = 0

    # --- when -------------------------------------------------------------------------------

    def due(self) -> int | None:
        """When there is something to do; None: not before something happens."""
        moments = [at for at, _ in self.duties()]
        return max(min(moments), self._retry) if moments else None

    async def wake(self) -> None:
        """Do the first thing that is due, if it is."""
        now = self.world.now_ms()
        ready = [duty for duty in self.duties() if duty[0] <= now]
        if not ready or now < self._retry:
            return
        _, act = min(ready, key=lambda duty: duty[0])
        try:
            await act()
        except Refusal as refusal:
            if refusal.code in ("not_saved", "busy"):
                self._retry = self.world.now_ms() + RETRY_MS

    def duties(self) -> list[Duty]:
        """Everything this table will do by itself if nobody does anything."""
        s = self.keeper.sitting
        now = self.world.now_ms()
        if self.keeper.owed_ms:  # no deadline counts before it has moved with the clock
            return [(now, self._settle_up)]
        held_back = self._acts(now)
        if not self.keeper.held:
            return held_back
        if aftermath(s):
            return [*held_back, (now, self.keeper.tidy)]
        if not s.running:
            return held_back + self._shuffle(s) + self._end_of_pause(s) + self._next_game(s, now)
        try:
            return held_back + self._game_duties(s, now)
        except Exception as wrong:  # rules that raise when they are merely asked
            self.keeper.broken(wrong)
            return [(now, self.keeper.tidy)]

    def shift(self, ms: int) -> None:
        """The clock was set by so much: what was to be done is done as if it had not been."""
        self.next_tick += ms if self.next_tick else 0
        self._retry += ms if self._retry else 0
        self.showing.shift(ms)
        self._asked = {k: (game, n, at + ms) for k, (game, n, at) in self._asked.items()}

    async def _settle_up(self) -> None:
        await self.keeper.do(lambda s, now: [])
        self.keeper.publish()

    def _acts(self, now: int) -> list[Duty]:
        """What was done and waits for its tick, or for somebody to say what came of it."""
        keeper, acts = self.keeper, self.keeper.acts
        found: list[Duty] = []
        if keeper.hold_until:  # even if time has stopped with that tick
            found.append((keeper.hold_until, self._release))
        elif acts.replies:
            found.append((now, self._release))
        if acts.waiting and not (keeper.held and live.is_live(keeper)):
            found.append((now, lambda: live.carry_out(keeper)))
        for key, (until, *_) in acts.far.items():
            found.append((until, partial(live.insist, keeper, *key)))
        return found

    def _game_duties(self, s: Sitting, now: int) -> list[Duty]:
        t = s.game_table
        assert t is not None
        self.showing.watch(s, t, now)
        found = self._ticks(t, now) + self._plea(s, t, now)
        present, ticking = self.keeper.present(), t.ticking()
        for seat in clockwise(t.on_turn(), t.players):
            bot = s.seats[seat].played_by_bot
            if self.keeper.acts.by_house(seat):
                pass  # it has done something, and the tick is not over yet
            elif bot and ticking and self.thinking.timely():
                found += self._offers(t, seat)  # it decides when, asked or not
            elif t.asked >> seat & 1:
                found += self._asked_seat(t, seat, now)
            elif bot:
                found += self._offers(t, seat)
            if seat in present:
                self.keeper.gone.pop(seat, None)
                self._called.pop(seat, None)  # they may have opted in meanwhile
            elif s.seats[seat].is_person and not s.seats[seat].away:
                found += self._empty_seat(seat, present, now)
        return found

    def _plea(self, s: Sitting, t: Table, now: int) -> list[Duty]:
        plea = s.pleas.open
        if plea is None:
            return []
        settled = not plea.waits or deeds.outlived(plea, t, now)
        return [(now if settled else plea.until, lambda: self.keeper.do(deeds.settle_plea))]

    def _shuffle(self, s: Sitting) -> list[Duty]:
        """Whoever has not answered in time is left out."""
        shuffle = s.shuffles.now
        return [] if shuffle is None else [(shuffle.until, lambda: self.keeper.do(begin.settle))]

    def _end_of_pause(self, s: Sitting) -> list[Duty]:
        pause = s.pauses.open
        if pause is None or pause.until is None:
            return []
        return [(pause.until, lambda: self.keeper.do(pauses.time_up))]

    def _next_game(self, s: Sitting, now: int) -> list[Duty]:
        """Those who want it have waited long enough for the others, or for nobody any more.

        At a table of an evening a series goes on by itself where nobody is there to say so.
        """
        present = self.keeper.present()
        if s.phase == "over" and present & set(s.ready):
            settle = partial(self.keeper.do, begin.settle_rematch(present))
            if not begin.awaited(s, present, now, s.ready_until, set(s.ready)):
                return [(now, settle)]
            return [(s.ready_until, settle)] if now < s.ready_until else []
        if not s.config.evening or s.phase != "over" or begin.is_done(s):
            return []
        people = {k for k, seat in enumerate(s.seats) if seat.is_person and not seat.away}
        if people & present:
            return []
        pause = self.world.pause(f"{self.keeper.id}/{s.number}/next")
        return [(s.at_ms + pause, lambda: self.keeper.do(begin.go_on))]

    # --- seats that are asked ---------------------------------------------------------------

    def _asked_seat(self, t: Table, seat: int, now: int) -> list[Duty]:
        s = self.keeper.sitting
        number = t.serial[seat]
        answer_at = self._answer_at(seat, s.number, number, now)
        if s.pleas.open is not None:  # what would answer by itself overtakes nobody's word
            return self._time_up(seat, number)
        if s.seats[seat].played_by_bot:
            if self._plans.get(seat, ((0, 0), ""))[0] != (s.number, number):
                plan_at = answer_at - self.settings.think_ms
                return [(max(0, plan_at), lambda: self._plan(seat, number))]
            return [(answer_at, lambda: self._bot_answers(seat, number))]
        found: list[Duty] = []
        decision = s.decision(seat)
        if decision is not None and len(decision.choices) == 1:
            found.append((answer_at, lambda: self._forced(seat, number)))
        return found + self._time_up(seat, number)

    def _time_up(self, seat: int, number: int) -> list[Duty]:
        s = self.keeper.sitting
        assert s.clocks is not None
        up = clock.deadline(s.config.pace, s.clocks, seat)
        return [] if up is None else [(up, lambda: self._act(seat, "", number, "timeout"))]

    async def _act(self, seat: int, text: str, number: int, by: rows.By) -> None:
        """At once; or, where time passes, in this tick like everybody's acts.  No line is here."""
        act = Act(seat, text, number, by, self.world.now_ms())
        if self.keeper.held and live.collects(self.keeper):
            live.collect(self.keeper, act, lambda refusal: None)
        else:
            await self.keeper.do(act.deed(number))

    def _answer_at(self, seat: int, game: int, number: int, now: int) -> int:
        """When somebody of ordinary speed would answer, who first looks at what has passed.

        Drawn once for every question; for bots drawn again when another speed is wanted of them.
        """
        self._heed_haste()
        known = self._asked.get(seat)
        if known is None or known[:2] != (game, number):
            pause = self.world.pause(f"{self.keeper.id}/{game}/{seat}/{number}")
            if self.keeper.sitting.seats[seat].played_by_bot:
                least = self.settings.think_ms if self.thinking.searches(seat) else 0
                pause = max(least, self._hastened(pause))  # or it shows how long a search takes
            known = self._asked[seat] = (game, number, max(now, self.showing.seen_at) + pause)
        return known[2]

    def _heed_haste(self) -> None:
        s = self.keeper.sitting
        wanted = haste_now(s)
        if wanted != self._haste:
            people = [k for k in self._asked if not s.seats[k].played_by_bot]
            self._asked = {seat: self._asked[seat] for seat in people}
            self._haste = wanted

    def _hastened(self, pause: int) -> int:
        """A bot's pause at this table.  What is answered for a person keeps the ordinary one.

        Else a quick answer would tell that the person had no choice.  Where time passes, people
        must see what a bot reacts to before it does.
        """
        s = self.keeper.sitting
        least = s.tick_ms() if s.game_table is not None and s.game_table.ticking() else 0
        if deeds.bots_alone(s):  # all such tables together make so many moves a second
            least = max(least, int(ALONE_MS * self.bot_tables() / self.settings.haste))
        return max(least, int(pause / DIVISORS[haste_now(s)]))

    async def _forced(self, seat: int, number: int) -> None:
        t = deeds.running(self.keeper.sitting)
        decision = t.decision(seat)
        if decision is not None and decision.id == number and len(decision.choices) == 1:
            await self._act(seat, decision.choices[0].text, number, "forced")

    # --- bots -------------------------------------------------------------------------------

    async def _plan(self, seat: int, number: int) -> None:
        t = deeds.running(self.keeper.sitting)
        decision = t.decision(seat)
        if decision is not None and decision.id == number:
            text = await self.thinking.answer(t, seat, decision, f"{number}")
            self._plans[seat] = ((self.keeper.sitting.number, number), text or "")

    async def _bot_answers(self, seat: int, number: int) -> None:
        plan = self._plans.pop(seat)
        try:
            await self._act(seat, plan[1], number, self._by(seat))
        except Refusal as refusal:
            if refusal.code in ("not_saved", "busy"):
                self._plans[seat] = plan
                raise
            # the table has gone on meanwhile: it thinks again

    def _by(self, seat: int) -> rows.By:
        return "bot" if self.keeper.sitting.seats[seat].who == "bot" else "takeover"

    def _offers(self, t: Table, seat: int) -> list[Duty]:
        """Standing offers: polled once in every position, at a person's pace or in every tick.

        Where time passes, a bot that decides when it acts is polled whether or not it is asked.
        """
        s = self.keeper.sitting
        position = (s.seq, s.idle)
        if self._polled.get(seat) == position or s.pleas.open is not None:
            return []
        if not t.offers(seat) and not t.asked >> seat & 1:
            return []
        at = s.at_ms
        if not t.ticking():
            pause = self._hastened(self.world.pause(f"{self.keeper.id}/{position}/{seat}")) // 2
            at = max(at, self.showing.seen_at) + pause
        return [(at, lambda: self._poll(seat, position))]

    async def _poll(self, seat: int, position: tuple[int, int]) -> None:
        t = deeds.running(self.keeper.sitting)
        decision = t.decision(seat)
        self._polled[seat] = position
        if decision is None:
            return
        moment = f"{decision.id}/{position[0]}/{position[1]}"
        text = await self.thinking.answer(t, seat, decision, moment)
        if text is not None:
            await self._take_offer(seat, text, decision.id)

    async def _take_offer(self, seat: int, text: str, number: int) -> None:
        try:
            await self._act(seat, text, number, self._by(seat))
        except Refusal as refusal:
            if refusal.code in ("not_saved", "busy"):
                raise

    # --- empty seats ------------------------------------------------------------------------

    def _empty_seat(self, seat: int, present: set[int], now: int) -> list[Duty]:
        """A seat that is gone, while somebody else waits at the table."""
        keeper = self.keeper
        since = keeper.gone.setdefault(seat, now)
        called = self._call_back(seat, since)
        if keeper.sitting.config.pace.kind == "days" or not present:
            return called
        return [*called, (since + self.settings.grace_ms, lambda: keeper.do(deeds.away(seat)))]

    def _call_back(self, seat: int, gone: int) -> list[Duty]:
        """Whoever is waited for, and is not here, is sent word; the store sees that it is once."""
        s = self.keeper.sitting
        since = s.clocks.since[seat] if s.clocks is not None else None
        if since is None or s.game_table is None:
            return []
        question = (s.number, s.game_table.serial[seat])
        if self._called.get(seat) == question:
            return []

        async def call() -> None:
            self._called[seat] = question
            self.keeper.on_awaited(seat)

        return [(max(since, gone) + self.settings.push_after_ms, call)]

    # --- time -------------------------------------------------------------------------------

    def _ticks(self, t: Table, now: int) -> list[Duty]:
        if not t.ticking():
            self.next_tick = 0
            return []
        if self.keeper.hold_until:
            return []
        if not self.next_tick:
            self.next_tick = now + self.keeper.sitting.tick_ms()
        return [(self.next_tick, self._tick)]

    async def _release(self) -> None:
        """The tick's news go out at their moment, whether or not there was something to write.

        And with them what is said to those who did something in it.
        """
        moment, self.keeper.hold_until = self.keeper.hold_until, 0
        self.keeper.publish(moment or None)
        self.keeper.acts.tell()

    def hold(self) -> None:
        """Another node's tick: what comes of it is told here in one go too, not row by row."""
        keeper = self.keeper
        if not keeper.held and not keeper.hold_until and live.is_live(keeper):
            keeper.hold_until = self.world.now_ms() + self.settings.hold_ms
            keeper.changed.set()

    async def _tick(self) -> None:
        """What was done in it first, then the tick itself."""
        keeper = self.keeper
        step = keeper.sitting.tick_ms()
        moment = self.next_tick
        self.next_tick += step
        if self.world.now_ms() > self.next_tick + 4 * step:
            self.next_tick = self.world.now_ms() + step  # after a hold-up time does not race
        keeper.hold_until = moment + self.settings.hold_ms
        await live.carry_out(keeper, moment)
        async with keeper.lock:
            if keeper.owed_ms or not live.is_live(keeper):
                return  # the clock was set, or something that was done has stopped it
            if not live.pass_tick(keeper):
                await keeper.tell_tick()
                return
            try:
                text = f"tick:{keeper.sitting.idle}"
                await keeper.write([rows.Chose(HOUSE, text, "house")])
            except (Conflict, Refusal):
                await keeper.load()  # what was not written has not happened
