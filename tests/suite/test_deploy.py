"""What deploy/ says is what the server understands: flags, settings, limits, metrics, codes."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

import parlour
from parlour.cli import parser
from parlour.cli.remote import Rejected, http
from parlour.cli.serve import settings
from parlour.server.descriptors import needed
from parlour.server.http.parcels import LONGEST_BYTES
from parlour.server.metrics import exposition
from parlour.server.settings import Settings
from parlour.server.words import WORDS
from tools.patience import PATIENCE_S, PAUSE_S, Patience
from tools.ports import free_port

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
SECRET = "a secret of some length"
USED = re.compile(r"\b(?:parlour|process|python)_\w+")
CODES = re.compile(r'code=~?"([^"]*)"')
OF_PROMETHEUS = {"up"}
OF_LINUX = {
    "process_open_fds",
    "process_max_fds",
    "process_resident_memory_bytes",
    "process_cpu_seconds_total",
}
"""What its client library exports by itself, where there is a /proc."""


def unit() -> dict[str, list[str]]:
    """The lines of the unit by name; a line may go on in the next one."""
    text = (DEPLOY / "parlour.service").read_text("utf-8").replace("\\\n", " ")
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        if "=" in line and not line.startswith("#"):
            name, _, value = line.partition("=")
            found.setdefault(name, []).append(value)
    return found


def compose() -> Any:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))


def command_of_unit(folder: Path) -> tuple[list[str], dict[str, str]]:
    """Its words, with what systemd puts in, and its environment."""
    (line,) = unit()["ExecStart"]
    pairs = dict(pair.split("=", 1) for pair in unit()["Environment"][0].split())
    pairs["PARLOUR_STORE"] = pairs["PARLOUR_STORE"].replace("/var/lib", str(folder))
    for name, value in pairs.items():
        line = line.replace(f"${{{name}}}", value)
    return shlex.split(line.replace("%d", str(folder))), pairs


def command_of_compose(folder: Path) -> list[str]:
    words = compose()["services"]["parlour"]["command"]
    return [
        re.sub(r"\$\{SITE:\?[^}]*\}", "cards.example", word).replace("/run/secrets", str(folder))
        for word in words
    ]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "admin_secret").write_text(f"{SECRET}\n")
    (tmp_path / "parlour").mkdir()
    return tmp_path


# --- flags and settings -----------------------------------------------------------------------


def test_the_commands_are_understood(folder: Path) -> None:
    """Unknown flags and settings are refused by the very code that reads them."""
    _, *words = command_of_unit(folder)[0]
    one = settings(parser().parse_args(words))
    assert (one.admin_secret, one.trusted_proxies) == (SECRET, ("127.0.0.1",))
    two = settings(parser().parse_args(command_of_compose(folder)))
    assert (two.admin_secret, two.address) == (SECRET, "https://cards.example")
    assert two.store.startswith("postgresql://parlour@db/")


def test_the_proxy_that_is_believed_is_the_one_that_is_there(folder: Path) -> None:
    proxy = compose()["services"]["proxy"]["networks"]["front"]["ipv4_address"]
    found = settings(parser().parse_args(command_of_compose(folder)))
    assert found.trusted_proxies == (proxy,)
    assert "X-Forwarded-For" not in re.sub("#.*", "", (DEPLOY / "Caddyfile").read_text("utf-8"))


def test_descriptors_suffice_for_the_settings() -> None:
    nofile = int(unit()["LimitNOFILE"][0])
    assert nofile >= needed(Settings())
    assert compose()["services"]["parlour"]["ulimits"]["nofile"] >= needed(Settings())


def test_the_proxy_lets_every_body_through_that_the_server_takes() -> None:
    size = re.search(r"max_size (\d+)KB", (DEPLOY / "Caddyfile").read_text("utf-8"))
    assert size
    assert int(size[1]) * 1000 > max(Settings().body_bytes, LONGEST_BYTES)


def test_nothing_secret_stands_in_the_files() -> None:
    """Secrets come from files and from the environment."""
    for path in DEPLOY.iterdir():
        text = path.read_text("utf-8")
        assert not re.search(r"(PASSWORD|admin_secret)[:=] *[\w]{8,}\s", text), path.name
    words = " ".join(compose()["services"]["parlour"]["command"])
    assert "admin_secret=@" in words


def test_the_containers_wait_for_each_other_and_are_watched() -> None:
    services = compose()["services"]
    assert "/healthz" in (DEPLOY / "Containerfile").read_text("utf-8")
    assert services["db"]["healthcheck"]["test"]
    assert services["parlour"]["depends_on"]["db"]["condition"] == "service_healthy"
    assert services["proxy"]["depends_on"]["parlour"]["condition"] == "service_healthy"
    assert "ports" not in services["parlour"]
    assert "ports" not in services["db"]


def test_the_image_copies_what_there_is_and_starts_what_there_is() -> None:
    text = (DEPLOY / "Containerfile").read_text("utf-8")
    for line in re.findall(r"^COPY (?!--from)(.*)$", text, re.M):
        *sources, _ = line.split()
        assert all((ROOT / source).exists() for source in sources), line
    (found,) = re.findall(r"^CMD (\[.*\])$", text, re.M)
    assert parser().parse_args(json.loads(found)).command == "serve"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert set(re.findall(r"^FROM python:([\d.]+)", text, re.M)) == {"3.11"}
    assert project["requires-python"] == ">=3.11"


def test_the_driver_is_locked_as_it_is_for_developers() -> None:
    dev = (ROOT / "requirements-dev.lock").read_text("utf-8")
    lock = (DEPLOY / "requirements-postgres.lock").read_text("utf-8")
    assert lock.startswith("asyncpg==")
    assert lock.rstrip() in dev


# --- the unit's command, started --------------------------------------------------------------


def test_the_command_of_the_unit_serves_and_stops(folder: Path) -> None:
    (_, *words), more = command_of_unit(folder)
    port = free_port()
    words[words.index("--port") + 1] = str(port)
    env = {**os.environ, **more, "PYTHONPATH": str(Path(parlour.__file__).parents[1])}
    server = subprocess.Popen(
        [sys.executable, "-m", "parlour.cli", *words], env=env, stdout=subprocess.DEVNULL
    )
    try:
        url = f"http://127.0.0.1:{port}"
        answers(url, server)
        assert http(f"{url}/api/admin/house", None, SECRET)["tables"] == 0
        with pytest.raises(Rejected, match="not the secret"):
            http(f"{url}/api/admin/house", None, "another")
        assert (folder / "parlour" / "tables.db").exists()
    finally:
        server.send_signal(signal.SIGTERM)
        status = server.wait(PATIENCE_S)
    assert status == 0


def answers(url: str, server: "subprocess.Popen[bytes]") -> None:
    patience = Patience("the server answers")
    while True:
        try:
            assert http(f"{url}/healthz") == {"status": "ok"}
            return
        except OSError:
            assert server.poll() is None, "the server did not start"
            patience.check()
            time.sleep(PAUSE_S)


# --- metrics ----------------------------------------------------------------------------------


def exported() -> set[str]:
    """Every name that /metrics can have, labels or no labels."""
    names: set[str] = set()
    for name, kind in re.findall(r"^# TYPE (\w+) (\w+)$", exposition().decode(), re.M):
        parts = ("_bucket", "_sum", "_count") if kind == "histogram" else ("",)
        names |= {name + part for part in parts}
    assert sys.platform != "linux" or names >= OF_LINUX
    return names | OF_LINUX


def expressions() -> Iterator[str]:
    for group in yaml.safe_load((DEPLOY / "alerts.yaml").read_text("utf-8"))["groups"]:
        for rule in group["rules"]:
            yield rule["expr"]
    for panel in json.loads((DEPLOY / "dashboard.json").read_text("utf-8"))["panels"]:
        for target in panel["targets"]:
            yield target["expr"]


def unknown_in(expr: str) -> set[str]:
    """Metrics and codes that the server does not have."""
    codes = {code for found in CODES.findall(expr) for code in found.split("|")}
    known = {key.removeprefix("refusals.") for key in WORDS.texts("en")} | {"unexpected"}
    return (set(USED.findall(expr)) - exported()) | (codes - known)


def test_rules_and_dashboard_use_metrics_that_exist() -> None:
    found = list(expressions())
    assert len(found) > 20
    for expr in found:
        assert USED.search(expr) or expr.split("{")[0] in OF_PROMETHEUS, expr
        assert unknown_in(expr) == set(), expr


def test_a_metric_or_a_code_that_does_not_exist_is_found() -> None:
    assert unknown_in('rate(parlour_glow_total{code="unexpected"}[5m])') == {"parlour_glow_total"}
    assert unknown_in('parlour_refusals_total{code=~"too_fast|too_glowing"}') == {"too_glowing"}
    assert unknown_in("parlour_append_seconds") == {"parlour_append_seconds"}


def test_every_metric_of_ours_is_watched_somewhere() -> None:
    ours = {name for name in exported() if name.startswith("parlour_")}
    plain = {re.sub("_(bucket|sum|count)$", "", n) for n in ours if not n.endswith("_created")}
    used = {re.sub("_bucket$", "", name) for expr in expressions() for name in USED.findall(expr)}
    assert plain <= used


def test_every_alert_says_what_it_means() -> None:
    rules = yaml.safe_load((DEPLOY / "alerts.yaml").read_text("utf-8"))["groups"][0]["rules"]
    assert len({rule["alert"] for rule in rules}) == len(rules)
    for rule in rules:
        assert rule["annotations"]["summary"].endswith(".")
        assert rule["labels"]["severity"] in ("page", "ticket")
