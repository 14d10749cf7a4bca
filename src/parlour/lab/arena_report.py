"""What the duels of an arena came to: in lines, as JSON and as a picture."""

from collections.abc import Iterator, Sequence
from typing import Final

from parlour.lab.arena import DuelResult
from parlour.lab.bench.picture import FRAME, WIDTH, said
from parlour.lab.samples import Sample, Samples, Times, bootstrap, bound_always, verdict
from parlour.lab.specs import CHEAT

NORMAL: Final = "normal"

# --- in lines ---------------------------------------------------------------------------------


def told(result: DuelResult) -> str:
    return "\n".join(lines_of(result))


def lines_of(result: DuelResult) -> Iterator[str]:
    share, fair = result.share, result.fair
    yield (
        f"{result.game}, {result.players} players: {result.challenger} against "
        f"{result.reference}, {result.deals} paired deals, one seat replaced, every seat once; "
        "95 % intervals"
    )
    beyond = "" if share.lower is None else f", lower end {share.lower - fair:+.3f}"
    yield f"  win share  {share.told()}, fair {fair:.3f}{beyond}"
    yield f"  wins beyond the reference in the same seat   {result.gain}"
    yield f"  score beyond the reference in the same seat  {result.score}"
    yield f"  better than the reference?  {decided(result.gain)}"
    for name, times in sorted(result.thinking.items()):
        yield f"  {name} thinks  {times.told()} ({times.count} choices)"
    yield from grouped("role", result.groups)
    yield from grouped("seat", result.seats)
    if result.watched:
        yield f"  watched: {result.challenger}, and {result.reference} where it has all seats"
    for name, sample in sorted(result.watched.items()):
        other = result.watched_reference.get(name)
        beside = f"{'':4}{other.told()}" if other is not None else ""
        yield f"    {name:<34} {sample.told():<16}{beside}"


def grouped(by: str, samples: Samples) -> Iterator[str]:
    if samples:
        yield f"  wins beyond the reference, by {by}"
    for name, sample in sorted(samples.items()):
        yield f"    {name:<10} {sample}"


def decided(gain: Sample) -> str:
    """The answer of the sequential test, which holds whenever it is asked."""
    bound = bound_always(gain)
    if bound is None:
        return "too few deals to say"
    said = {"better": "yes", "worse": "no, worse"}.get(verdict(gain), "not decided")
    return f"{said} ({gain.mean:+.3f} ± {bound:.3f} at all times)"


def gaps(results: Sequence[DuelResult]) -> Iterator[str]:
    """How much of the way from `normal` to the bot that sees everything each bot has gone."""
    for cheat in results:
        if base_name(cheat.challenger) != CHEAT:
            continue
        beside = [one for one in results if same_question(one, cheat)]
        normal = [one for one in beside if one.challenger == NORMAL]
        if normal or cheat.reference == NORMAL:
            least = normal[0].gain.mean if normal else 0.0
            for one in beside:
                if one.challenger != NORMAL and one is not cheat:
                    yield gap(one, least, cheat.gain.mean)


def gap(one: DuelResult, least: float, most: float) -> str:
    closed = f"{(one.gain.mean - least) / (most - least):.2f}" if most > least else "cannot be told"
    return (
        f"{one.game}, {one.players} players, against {one.reference}: {one.challenger} closes "
        f"{closed} of the gap between normal ({least:+.3f}) and cheat ({most:+.3f})"
    )


def base_name(spec: str) -> str:
    return spec.partition("@")[0]


def same_question(one: DuelResult, other: DuelResult) -> bool:
    return one.players == other.players and one.reference == other.reference


# --- as JSON ----------------------------------------------------------------------------------


def figures(result: DuelResult) -> dict[str, object]:
    gain = result.gain
    return {
        "game": result.game,
        "players": result.players,
        "challenger": result.challenger,
        "reference": result.reference,
        "deals": result.deals,
        "fair": result.fair,
        "share": numbers(result.share),
        "gain": numbers(gain) | {"bootstrap": bootstrap(result.gains)},
        "score": numbers(result.score),
        "verdict": verdict(gain) or None,
        "always": bound_always(gain),
        "groups": each(result.groups),
        "seats": each(result.seats),
        "watched": each(result.watched),
        "watched_reference": each(result.watched_reference),
        "thinking": {name: milliseconds(times) for name, times in result.thinking.items()},
    }


def numbers(sample: Sample) -> dict[str, object]:
    return {"mean": sample.mean, "margin": sample.margin, "deals": sample.deals}


def each(samples: Samples) -> dict[str, object]:
    return {name: numbers(sample) for name, sample in samples.items()}


def milliseconds(times: Times) -> dict[str, float]:
    return {
        "mean": times.mean,
        "median": times.quantile(0.5),
        "p99": times.quantile(0.99),
        "choices": times.count,
    }


# --- as a picture -----------------------------------------------------------------------------

LEFT: Final = 380
RIGHT: Final = 700
LINE: Final = 20
BETTER: Final = "#2f6f4f"
WORSE: Final = "#a03a2f"
OPEN: Final = "#777"
LEAST: Final = 0.02
"""The scale goes at least so far to both sides."""


def picture(results: Sequence[DuelResult]) -> str:
    """An SVG: the gain of each duel with its interval, and those of its groups."""
    shown = [sample for one in results for sample in (one.gain, *one.groups.values())]
    scale = min(1.0, max([LEAST, *map(reach, shown)]))
    inside = [said(16, 28, "Wins beyond the reference in the same seat", 'font-size="17"')]
    y = 48
    for result in results:
        y += LINE + 8
        title = f"{result.game} {result.players}: {result.challenger} against {result.reference}"
        inside += drawn(title, result.gain, y, scale)
        for name, sample in sorted(result.groups.items()):
            y += LINE
            inside += drawn(name, sample, y, scale)
    zero = place(0, scale)
    inside.append(f'<path d="M{zero} 44V{y + 8}" stroke="#bbb"/>')
    for value in (-scale, 0, scale):
        inside.append(said(place(value, scale), y + 28, f"{value:+.2f}", 'text-anchor="middle"'))
    note = "95 % intervals by deal, Student's t; the same seeds for all"
    inside.append(said(16, y + 52, note))
    return FRAME.format(width=WIDTH, height=y + 68, inside="\n".join(inside))


def reach(sample: Sample) -> float:
    return abs(sample.mean) + (sample.margin or 0.0)


def place(value: float, scale: float) -> int:
    """Where on the scale; what does not fit ends at its edge."""
    inside = max(-1.0, min(1.0, value / scale))
    return round((LEFT + RIGHT) / 2 + (RIGHT - LEFT) / 2 * inside)


def drawn(label: str, sample: Sample, y: int, scale: float) -> list[str]:
    margin = sample.margin or 0.0
    low, high = place(sample.mean - margin, scale), place(sample.mean + margin, scale)
    colour = OPEN if abs(sample.mean) <= margin else BETTER if sample.mean > 0 else WORSE
    return [
        said(LEFT - 12, y, label, 'text-anchor="end"'),
        f'<path d="M{low} {y - 4}H{high}" stroke="{colour}" stroke-width="3"/>',
        f'<circle cx="{place(sample.mean, scale)}" cy="{y - 4}" r="5" fill="{colour}"/>',
        said(RIGHT + 12, y, str(sample)),
    ]
