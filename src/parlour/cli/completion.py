"""`parlour completion bash|zsh|fish`: a script that completes commands, options and games by Tab.

Everything is read from the parser of the command line, so that nothing is written twice.
"""

from argparse import Action, ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from typing import Final, final

from parlour.games import all_games

GAMES: Final = frozenset({"game", "open"})
FILES: Final = frozenset({"path", "out", "csv", "record", "client", "parquet"})
"""The arguments that name a game or a file, by their names in the parser; `--json FILE` is one."""
FILE: Final = "\0file"


@final
class Argument:
    """An argument of a command: its flags, if any, and the words that may stand there."""

    def __init__(self, action: Action) -> None:
        self.flags: Final[Sequence[str]] = action.option_strings
        self.help: Final = action.help or ""
        self.takes: Final = action.nargs != 0
        self.words: Final = words_of(action)

    @property
    def is_file(self) -> bool:
        return self.words == [FILE]


def words_of(action: Action) -> list[str]:
    if action.choices is not None:
        return [str(one) for one in action.choices]
    if action.dest in GAMES:
        return sorted(all_games())
    is_file = action.dest in FILES or action.metavar == "FILE"
    return [FILE] if is_file and action.nargs != 0 else []


def completion(args: Namespace, top: ArgumentParser) -> int:
    commands = {name: list(arguments(parser)) for name, parser in parsers(top).items()}
    if args.shell == "fish":
        print("\n".join(fish(commands, parsers(top))))
    else:
        print(SCRIPTS[args.shell].format(**cases(commands, args.shell)), end="")
    return 0


def parsers(top: ArgumentParser) -> dict[str, ArgumentParser]:
    """The commands by name."""
    found = next(action for action in top._actions if action.dest == "command")
    assert isinstance(found.choices, dict)
    return found.choices


def arguments(parser: ArgumentParser) -> Iterator[Argument]:
    """Of a command, and the options of the commands inside it, each once."""
    inside = [
        one
        for action in parser._actions
        if isinstance(action.choices, dict)
        for one in action.choices.values()
    ]
    nested = [action for one in inside for action in one._actions if action.option_strings]
    found = {tuple(action.option_strings) or action.dest: action for action in nested}
    found |= {tuple(action.option_strings) or action.dest: action for action in parser._actions}
    return map(Argument, found.values())


# --- bash and zsh -----------------------------------------------------------------------------

BASH: Final = """\
# Completion of parlour in bash:  source <(parlour completion bash)
_parlour() {{
    local IFS=$' \\t\\n' word=${{COMP_WORDS[COMP_CWORD]}} last=${{COMP_WORDS[COMP_CWORD-1]}}
    local words="" files=""
    if [ "$COMP_CWORD" -eq 1 ]; then
        words="{commands}"
    else
        case "${{COMP_WORDS[1]}} $last" in
{values}
            *)
                case "${{COMP_WORDS[1]}} $word" in
{options}
{places}
                esac ;;
        esac
    fi
    COMPREPLY=($(compgen -W "$words" -- "$word"))
    if [ -n "$files" ]; then
        compopt -o filenames 2>/dev/null
        IFS=$'\\n' COMPREPLY=($(compgen -f -- "$word"))
    fi
}}
complete -F _parlour parlour
"""
ZSH: Final = """\
#compdef parlour
# Completion of parlour in zsh:  source <(parlour completion zsh)
_parlour() {{
    local last=${{words[CURRENT-1]}} list="" files=""
    if (( CURRENT == 2 )); then
        list="{commands}"
    else
        case "${{words[2]}} $last" in
{values}
            *)
                case "${{words[2]}} $PREFIX" in
{options}
{places}
                esac ;;
        esac
    fi
    if [[ -n $files ]]; then
        _files
    else
        compadd -- ${{=list}}
    fi
}}
if [[ $funcstack[1] == _parlour ]]; then
    _parlour "$@"
else
    compdef _parlour parlour
fi
"""
SCRIPTS: Final = {"bash": BASH, "zsh": ZSH}
SHELLS: Final = (*SCRIPTS, "fish")


def cases(commands: dict[str, list[Argument]], shell: str) -> dict[str, str]:
    """The branches of a script: after an option its values, after a dash options, else places."""
    variable = "words" if shell == "bash" else "list"
    values, options, places = [], [], []
    for name, found in commands.items():
        for one in found:
            if one.flags and one.takes:
                pattern = "|".join(f'"{name} {flag}"' for flag in one.flags)
                values.append(f"            {pattern}) {given(one, variable)} ;;")
        flags = " ".join(flag for one in found for flag in one.flags)
        options.append(f'                "{name} -"*) {variable}="{flags}" ;;')
        place = next((one for one in found if not one.flags and one.words), None)
        if place is not None:
            places.append(f'                "{name} "*) {given(place, variable)} ;;')
    parts = {"values": values, "options": options, "places": places}
    return {"commands": " ".join(commands)} | {k: "\n".join(lines) for k, lines in parts.items()}


def given(one: Argument, variable: str) -> str:
    return "files=yes" if one.is_file else f'{variable}="{" ".join(one.words)}"'


# --- fish -------------------------------------------------------------------------------------


def fish(commands: dict[str, list[Argument]], found: dict[str, ArgumentParser]) -> Iterator[str]:
    yield "# Completion of parlour in fish:  parlour completion fish | source"
    yield "complete -c parlour -f"
    for name, parser in found.items():
        about = quoted(parser.description or "")
        yield f"complete -c parlour -n __fish_use_subcommand -a {name} -d {about}"
        when = f"complete -c parlour -n '__fish_seen_subcommand_from {name}'"
        for one in commands[name]:
            if one.flags or one.words:
                yield f"{when} {fish_argument(one)}"


def fish_argument(one: Argument) -> str:
    flags = [f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in one.flags]
    takes = ["-r -F"] if one.is_file else ["-x"] if one.flags and one.takes else []
    words = [f"-a {quoted(' '.join(one.words))}"] if one.words and not one.is_file else []
    about = [f"-d {quoted(one.help)}"] if one.help else []
    return " ".join([*flags, *takes, *words, *about])


def quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
