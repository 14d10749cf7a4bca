"""The paths of games: which there are, and what can be read of each."""

import asyncio
from typing import Annotated, Final

from litestar import get
from litestar.datastructures import State
from litestar.params import PathParameter

import parlour
from parlour.bots import levels, tempers, usual
from parlour.core.errors import Refusal
from parlour.core.game import Game
from parlour.games import all_games
from parlour.server.http import guide, library
from parlour.server.http.requests import hub_of
from parlour.server.http.types import (
    PROBLEMS,
    GameInfo,
    GuideInfo,
    OptionInfo,
    Pages,
    Performance,
    Phrase,
    SceneInfo,
    ServerInfo,
)
from parlour.server.table.series import tournament_sizes
from parlour.server.table.talk import PHRASES
from parlour.server.words import WORDS

GameId = Annotated[str, PathParameter(min_length=1, max_length=64)]
Language = Annotated[str, PathParameter(min_length=1, max_length=64)]
SceneName = Annotated[str, PathParameter(min_length=1, max_length=100)]


def game_of(id: str) -> Game:
    games = all_games()
    if id not in games:
        raise Refusal("not_found", facts={"reason": id})
    return games[id]


@get("/house", summary="This house", responses=PROBLEMS)
async def get_house(state: State) -> ServerInfo:
    house = hub_of(state).house
    address = house.settings.address
    key = hub_of(state).calls.public_key
    return ServerInfo(parlour.__version__, address, house.notice, house.maintenance, key)


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
    return guide.rulebook(game_of(id), lang)


@get("/games/{id:str}/guide", summary="What a newcomer is shown of a game", responses=PROBLEMS)
async def get_guide(id: GameId) -> GuideInfo:
    return guide.guide_info(game_of(id))


@get("/games/{id:str}/scenes", summary="The scenarios of a game", responses=PROBLEMS)
async def list_scenes(id: GameId) -> list[SceneInfo]:
    return await asyncio.to_thread(library.listing, game_of(id))


@get("/games/{id:str}/scenes/{name:str}", summary="A scenario, played", responses=PROBLEMS)
async def get_scene(id: GameId, name: SceneName) -> Performance:
    return await asyncio.to_thread(library.performance, game_of(id), name)


# --- what there is --------------------------------------------------------------------------


def sign(game: Game) -> str:
    """What the numbers of its rules begin with: every refusal of a room cites one."""
    return next((rule.partition("-")[0] for rule in game.refusals.values() if rule), "")


def game_info(game: Game) -> GameInfo:
    words = game.words
    options = {
        name: OptionInfo(
            option,
            words.in_languages(f"options.{name}.name"),
            words.in_languages(f"options.{name}.help"),
        )
        for name, option in game.option_list.items()
    }
    return GameInfo(
        game.id,
        sign(game),
        game.version,
        game.least,
        game.most,
        words.in_languages("title"),
        words.in_languages("about"),
        words.in_languages("credits"),
        levels(game),
        tempers(game),
        usual(game),
        options,
        tournament_sizes(game),
        guide.ready_tables(game),
        guide.practice(game),
    )


@get("/games", summary="The games of this house", responses=PROBLEMS)
async def list_games() -> list[GameInfo]:
    return [game_info(game) for game in all_games().values()]


@get("/phrases", summary="Ready phrases for table talk", responses=PROBLEMS)
async def list_phrases() -> list[Phrase]:
    return [Phrase(key, WORDS.in_languages(f"phrases.{key}")) for key in PHRASES]


GAMES: Final = (
    get_house,
    list_games,
    list_phrases,
    get_words,
    get_rules,
    get_guide,
    list_scenes,
    get_scene,
)
