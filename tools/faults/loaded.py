"""All that a server loads: imported once, by the process that servers are forked from.

An application is made and thrown away, for what is only loaded or worked out by that.  What there
is now is left out by the garbage collector of the servers, which saves each a tenth of a second.
"""

import gc

import asyncpg  # noqa: F401
import uvloop  # noqa: F401

import parlour.cli.serve
import parlour.server.protocols
import parlour.server.store.many
import parlour.server.store.postgres
import parlour.server.store.sqlite  # noqa: F401
from parlour.cli import parser
from parlour.games import all_games
from parlour.server.app import make_app
from parlour.server.protocols import serving
from parlour.server.settings import Settings

all_games()
parser()
_usual = Settings(store="sqlite:////nowhere.db")
serving(make_app(_usual), _usual).load()
gc.collect()
gc.freeze()
