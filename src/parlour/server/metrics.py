"""Figures for Prometheus.  Nothing in them names a table or a person."""

from typing import Final

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import generate_latest

_FINE: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Metrics:
    """Everything that is counted."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self.rows: Final = Counter(
            "parlour_rows", "Rows written to tables", ["kind"], registry=registry
        )
        self._kinds: Final[dict[str, Counter]] = {}
        self.fanouts: Final = Counter(
            "parlour_fanouts", "News delivered to connections", registry=registry
        )
        self.conflicts: Final = Counter("parlour_conflicts", "Lost races", registry=registry)
        self.write_failures: Final = Counter(
            "parlour_write_failures", "Rows that could not be written", ["store"], registry=registry
        )
        self.store_up: Final = Gauge(
            "parlour_store_up", "Whether a database answered last", ["store"], registry=registry
        )
        self.refusals: Final = Counter(
            "parlour_refusals", "Things that were refused", ["code"], registry=registry
        )
        self.frozen: Final = Counter(
            "parlour_frozen", "Tables whose rules have raised", registry=registry
        )
        self.unreadable: Final = Gauge(
            "parlour_unreadable", "Tables set aside as unreadable", registry=registry
        )
        self.clock_ahead: Final = Gauge(
            "parlour_clock_ahead_seconds",
            "How far the clock is ahead of the newest row, if too far to delete anything",
            registry=registry,
        )
        self.stalled: Final = Counter(
            "parlour_stalled", "Readers let go because they did not read", registry=registry
        )
        self.pushes: Final = Counter(
            "parlour_pushes", "Messages to push services, by answer", ["answer"], registry=registry
        )
        self.tables: Final = Gauge("parlour_tables", "Live tables on this node", registry=registry)
        self.connections: Final = Gauge(
            "parlour_connections", "Open sockets on this node", registry=registry
        )
        self.append_seconds: Final = Histogram(
            "parlour_append_seconds",
            "Until a row is durable",
            ["store"],
            buckets=_FINE,
            registry=registry,
        )
        self.choice_seconds: Final = Histogram(
            "parlour_choice_seconds",
            "From a choice's arrival to everyone's news",
            buckets=_FINE,
            registry=registry,
        )

    def store(self, name: str, up: bool) -> None:
        """Whether a database answers; what is counted for each begins with 0, not with nothing."""
        self.store_up.labels(name).set(up)
        self.append_seconds.labels(name)
        self.write_failures.labels(name)

    def row(self, kind: str) -> None:
        if (counter := self._kinds.get(kind)) is None:
            counter = self._kinds[kind] = self.rows.labels(kind)
        counter.inc()


METRICS: Final = Metrics(REGISTRY)


def exposition() -> bytes:
    return generate_latest(REGISTRY)
