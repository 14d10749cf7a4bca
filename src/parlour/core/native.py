"""What mypyc knows of, and what stands for it without mypyc.  Not compiled itself."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from librt.strings import BytesWriter as Numbers
    from librt.strings import read_i32_be as read_i32_be
    from mypy_extensions import i64 as i64
    from mypy_extensions import mypyc_attr as mypyc_attr
else:
    i64 = int  # compiled code has it in a register

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


__all__ = ["Numbers", "i64", "mypyc_attr", "read_i32_be"]
