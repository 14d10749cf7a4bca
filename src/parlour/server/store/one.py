"""What a store that is one database says of itself: all tables live in it."""

from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from parlour.server.store import Store


class OneStore:
    name: str = "1"

    @property
    def parts(self) -> "tuple[Store, ...]":
        return (cast("Store", self),)

    def part(self, table: str) -> "Store":
        return cast("Store", self)

    def settle(self, id: str) -> str:
        return id

    @property
    def away(self) -> bool:
        return False
