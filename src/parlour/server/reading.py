"""The paths of the library: what can be read of a game before, beside and after playing it."""

import asyncio
from typing import Annotated, Final

from litestar import get
from litestar.datastructures import State
from litestar.params import PathParameter

import parlour
from parlour.core.errors import Refusal
from parlour.core.game import Game
from parlour.games import all_games
from parlour.server import library
from parlour.server.api import PROBLEMS, HouseInfo, Pages, Performance, SceneInfo

GameId = Annotated[str, PathParameter(min_length=1, max_length=64)]
Language = Annotated[str, PathParameter(min_length=1, max_length=64)]
SceneName = Annotated[str, PathParameter(min_length=1, max_length=100)]


def game_of(id: str) -> Game:
    games = all_games()
    if id not in games:
        raise Refusal("not_found", facts={"reason": id})
    return games[id]


@get("/house", summary="This house", responses=PROBLEMS)
async def get_house(state: State) -> HouseInfo:
    return HouseInfo(parlour.__version__, state.hub.settings.address)


@get("/games/{id:str}/words", summary="The sentences of a game", responses=PROBLEMS)
async def get_words(id: GameId) -> Pages:
    return library.pages(game_of(id))


@get(
    "/games/{id:str}/rules/{lang:str}",
    summary="The numbered rules, in Markdown",
    media_type="text/markdown; charset=utf-8",
    responses=PROBLEMS,
)
async def get_rules(id: GameId, lang: Language) -> str:
    return library.rulebook(game_of(id), lang)


@get("/games/{id:str}/scenes", summary="The scenarios of a game", responses=PROBLEMS)
async def list_scenes(id: GameId) -> list[SceneInfo]:
    return await asyncio.to_thread(library.listing, game_of(id))


@get("/games/{id:str}/scenes/{name:str}", summary="A scenario, played", responses=PROBLEMS)
async def get_scene(id: GameId, name: SceneName) -> Performance:
    return await asyncio.to_thread(library.performance, game_of(id), name)


READING: Final = (get_house, get_words, get_rules, list_scenes, get_scene)
