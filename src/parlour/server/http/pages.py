"""The pages: the built web client where there is one, else a word on how to come in."""

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Final

from litestar import MediaType, Response, Router, get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.static_files import create_static_files_router
from litestar.types import ControllerRouterHandler

import parlour
from parlour.core.language import DEFAULT, LANGUAGES
from parlour.server.http.requests import HttpRequest
from parlour.server.words import WORDS

BUILT: Final = Path(parlour.__file__).parent / "web"
"""Where the client is built to; a wheel carries it."""
YEAR_S: Final = 31_536_000
SCREENS: Final = [
    "/",
    "/admin",
    "/credits",
    "/evening/new/{game:str}",
    "/evening/{id:str}",
    "/history",
    "/how/{game:str}",
    "/learn/{game:str}",
    "/learn/{game:str}/{scene:str}",
    "/new/{game:str}",
    "/privacy",
    "/rules/{game:str}",
    "/t/{id:str}",
    "/t/{id:str}/replay/{number:str}",
    "/t/{id:str}/screen",
]
"""Every address of the client; it is one page that finds its own way."""
LOOSE: Final = {"sw.js": "text/javascript", "manifest.webmanifest": "application/manifest+json"}
JOIN: Final = "<code>parlour join</code>"
OPEN: Final = "\n".join(
    f'<p lang="{lang}">{WORDS.say(lang, "pages.open", command=JOIN)}</p>' for lang in LANGUAGES
)
PLAIN: Final = f"""<!doctype html>
<html lang="{DEFAULT}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Parlour</title>
<h1>Parlour</h1>
{OPEN}
</html>
"""


def only_files(folder: Path) -> Callable[[HttpRequest], Awaitable[None]]:
    """Before a file is looked for: whether there was one of this name when the server started.

    A name that no file system takes never gets to one, and no answer holds a path of it.
    """
    found = (path.relative_to(folder.parent) for path in folder.rglob("*") if path.is_file())
    names = {f"/{path.as_posix()}" for path in found}

    async def check(request: HttpRequest) -> None:
        if request.scope["path"] not in names:
            raise NotFoundException

    return check


def files(folder: Path, kept: CacheControlHeader | None = None) -> Router:
    return create_static_files_router(
        f"/{folder.name}", [folder], cache_control=kept, before_request=only_files(folder)
    )


def pages(client: Path | None) -> Sequence[ControllerRouterHandler]:
    """The handlers of the client's own files; names with a fingerprint are kept for a year."""
    built = client if client is not None else BUILT
    found = (built / "index.html").is_file()
    page = (built / "index.html").read_text(encoding="utf-8") if found else PLAIN

    @get(SCREENS, include_in_schema=False, media_type=MediaType.HTML)
    async def front() -> Response[str]:
        return Response(page, headers={"Cache-Control": "no-cache"})

    @get("/{name:str}", include_in_schema=False)
    async def loose(name: FromPath[str]) -> Response[bytes]:
        if name not in LOOSE or not (built / name).is_file():
            raise NotFoundException
        headers = {"Cache-Control": "no-cache"}
        return Response((built / name).read_bytes(), media_type=LOOSE[name], headers=headers)

    if not found:
        return [front]
    kept = CacheControlHeader(max_age=YEAR_S, immutable=True)
    return [front, loose, files(built / "assets", kept), files(built / "icons")]
