"""An evening: guests come, rounds are drawn, their tables are played, and the sums must agree."""

import asyncio
from typing import Any, Final

from parlour.bots import levels
from parlour.cli.remote import Rejected
from parlour.cli.shares import Shares
from parlour.games import all_games
from tools.faults.party import Party, Table
from tools.patience import PAUSE_S, Patience

PEOPLE: Final = 4
BOTS: Final = 1
SIZE: Final = 3
DRAWN: Final = ("round_not_over", "rounds_played", "other_round")
"""Refusals that say that an earlier try came through."""
THROWN: Final = ("no_shuffle", "too_late")
"""Refusals of a share whose draw has gone on meanwhile."""


class EveningParty(Party):
    """The host plays too."""

    async def play(self) -> None:
        id, keys = await self.gather()
        for number in range(1, self.kind.rounds + 1):
            shown = await self.draw(id, keys[0], number)
            places = [place for place in shown["tables"] if place["round"] == number]
            for place in places:
                await self.opened(id, place["id"], keys[0])
            tables = [self.seated(place, shown, keys) for place in places]
            with_people = [table for table in tables if table.guests]
            await self.with_guests(with_people, self.played(id, keys[0], number))
        await self.finish(id, keys[0])

    async def gather(self) -> tuple[str, list[str]]:
        """An evening and the keys of its people, by guest number; nobody else is drawn."""
        wanted = {
            "title": "An evening",
            "game": self.kind.game,
            "size": SIZE,
            "rounds": self.kind.rounds,
            "name": "Anna",
            "bots": BOTS,
            "series": self.kind.series,
            "level": levels(all_games()[self.kind.game])[0],
        }
        opened = await self.api("/evenings", wanted)
        id = str(opened["id"])
        people = {int(opened["guest"]): str(opened["key"])}
        for name in ("Boris", "Carla", "Dora")[: PEOPLE - 1]:
            joined = await self.api(f"/evenings/{id}/join", {"name": name})
            people[int(joined["guest"])] = str(joined["key"])
        self.people = people
        self.throwers.update(list(people.values())[::2])
        self.shares = {key: Shares(id) for key in sorted(self.throwers)}
        await self.remove_strangers(id)
        return id, list(people.values())

    async def remove_strangers(self, id: str) -> None:
        """Guests whose key was lost with the answer that held it."""
        host = next(iter(self.people.values()))
        shown = await self.api(f"/evenings/{id}", key=host)
        for number, guest in enumerate(shown["guests"]):
            if not guest["bot"] and number not in self.people and not guest["left"]:
                await self.api(f"/evenings/{id}/guests/{number}/remove", {}, host)

    async def draw(self, id: str, key: str, number: int) -> dict[str, Any]:
        """Round `number` exactly: an earlier try may have come through."""
        shown: dict[str, Any] = await self.api(f"/evenings/{id}", key=key)
        while shown["round"] < number:
            await self.throw(id)
            try:
                shown = await self.api(f"/evenings/{id}/draw", {"round": number - 1}, key)
            except Rejected as refused:
                if refused.code not in DRAWN:
                    raise
                await asyncio.sleep(PAUSE_S)  # a table's database may be away
                shown = await self.api(f"/evenings/{id}", key=key)
        assert shown["round"] == number, f"round {shown['round']} follows round {number - 1}"
        self.check_draw(shown)
        return shown

    async def throw(self, id: str) -> None:
        """Pages that take part say what the draw wants of them, each as it sees it."""
        for key, shares in self.shares.items():
            shown = await self.api(f"/evenings/{id}", key=key)
            said = shares.follow(shown, shown["you"])
            if said is None:
                continue
            said.pop("type")
            try:
                await self.api(f"/evenings/{id}/share", {"round": said.pop("shuffle"), **said}, key)
            except Rejected as refused:
                if refused.code not in THROWN:
                    raise

    def check_draw(self, shown: dict[str, Any]) -> None:
        """The newest lot is of this round, or the house has drawn it alone."""
        for shares in self.shares.values():
            if shown["lots"] and shown["lots"][-1]["number"] == shown["round"]:
                verdict = shares.verdict({**shown["lots"][-1], "broken": []})
                self.run.judge(f"{self.name}, the draw of round {shown['round']}", verdict)
            else:
                self.run.tally.alone += 1

    async def opened(self, id: str, table: str, key: str) -> None:
        """Its database may have been away: then it is opened when a page looks at the evening."""
        patience = Patience(f"table {table} is opened")
        while True:
            try:
                await self.api(f"/tables/{table}", key=key)
                return
            except Rejected as refused:
                if refused.code != "no_such_table":
                    raise
            patience.check()
            await self.api(f"/evenings/{id}", key=key)
            await asyncio.sleep(PAUSE_S)

    def seated(self, place: dict[str, Any], shown: dict[str, Any], keys: list[str]) -> Table:
        mine = [self.people[guest] for guest in place["guests"] if guest in self.people]
        return Table(self, place["id"], mine)

    async def played(self, id: str, key: str, number: int) -> None:
        """All tables of this round to their end, each game checked."""
        for table in [table for table in self.tables if not table.done]:
            game = 1
            while True:
                await table.over(game)
                await table.check_game(game)
                series = table.guests[0].seat.table["series"]
                if series is None or series["over"]:
                    break
                await table.rematch(game)
                game += 1
            self.run.tally.series += series is not None
        shown = await self.api(f"/evenings/{id}", key=key)
        late = [t for t in shown["tables"] if t["round"] == number and t["state"] == "playing"]
        while late:  # tables of bots
            shown = await self.api(f"/evenings/{id}", key=key)
            late = [t for t in shown["tables"] if t["round"] == number and t["state"] == "playing"]

    async def finish(self, id: str, key: str) -> None:
        """Everybody's points are the sum of what their tables have paid, each once."""
        try:
            await self.api(f"/evenings/{id}/finish", {"round": self.kind.rounds}, key)
        except Rejected as refused:
            if refused.code != "evening_over":
                raise
        shown = await self.api(f"/evenings/{id}", key=key)
        patience = Patience("the database of its last table is back")
        while shown["state"] == "ending":
            patience.check()
            await asyncio.sleep(PAUSE_S)
            shown = await self.api(f"/evenings/{id}", key=key)
        assert shown["state"] == "over"
        assert shown["round"] == self.kind.rounds
        sums = [0] * len(shown["guests"])
        for place in shown["tables"]:
            assert place["state"] == "over", f"{place} was played"
            for seat, guest in enumerate(place["guests"]):
                sums[guest] += place["pays"][seat]
        assert [guest["points"] for guest in shown["guests"]] == sums
        for table in self.tables:
            await self.check_paid(table, shown)
        self.run.tally.evenings += 1

    async def check_paid(self, table: Table, shown: dict[str, Any]) -> None:
        """What the evening counts of a table is what its games have paid."""
        [place] = [one for one in shown["tables"] if one["id"] == table.id]
        found = await self.api(f"/tables/{table.id}")
        sums = [0] * found["players"]
        for number in range(1, found["number"] + 1):
            file = await self.told(f"/tables/{table.id}/games/{number}/record")
            sums = [have + paid for have, paid in zip(sums, file["over"]["pays"], strict=True)]
        assert place["pays"] == sums, f"{place} was paid {sums}"
