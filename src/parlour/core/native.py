"""What mypyc knows of, and what stands for it without mypyc.  Not compiled itself."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from librt.strings import BytesWriter as Numbers
    from librt.strings import read_i32_be as read_i32_be
    from librt.vecs import append as append
    from librt.vecs import vec as vec
    from mypy_extensions import i64 as i64
    from mypy_extensions import mypyc_attr as mypyc_attr
else:
    i64 = int  # compiled code has it in a register
    vec = list  # compiled code has the items in a row: none is looked up or counted

    def append(items: list[Any], one: Any) -> list[Any]:
        """To be assigned: a row that is full is copied into a longer one."""
        items.append(one)
        return items

    try:
        from librt.strings import read_i32_be
    except ImportError:  # PyPy has no librt

        def read_i32_be(data: bytes, index: int) -> int:
            return int.from_bytes(data[index : index + 4], "big", signed=True)

    class Numbers(bytearray):
        """Numbers from 0 to 255, written one by one: in compiled code librt's, much quicker."""

        def write(self, more: bytes) -> None:
            self.extend(more)

        def getvalue(self) -> bytes:
            return bytes(self)

    def mypyc_attr(**_: Any) -> Any:
        """Tell the compiler something about a class; without a compiler, nothing."""
        return lambda cls: cls


__all__ = ["Numbers", "append", "i64", "mypyc_attr", "read_i32_be", "vec"]
