"""Numbers, one for each deal: their mean, how sure it is, and whether a question is decided."""

from fractions import Fraction
from math import ceil, log, log10, sqrt
from random import Random
from typing import Final

import msgspec

EXACT: Final = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262)
"""Student's t, 97.5 %, for one to nine degrees of freedom."""

NORMAL: Final = 1.959964
"""The same for infinitely many."""

MOST_DIGITS: Final = 7
"""After the point."""


class Sample(msgspec.Struct, frozen=True):
    """Numbers, one per deal, and what they come to.  The sums are exact."""

    deals: int = 0
    total: Fraction = Fraction(0)
    squares: Fraction = Fraction(0)

    def __add__(self, later: "Sample") -> "Sample":
        return Sample(
            self.deals + later.deals, self.total + later.total, self.squares + later.squares
        )

    @property
    def mean(self) -> float:
        """The average over deals."""
        return float(self.total / max(1, self.deals))

    @property
    def variance(self) -> float:
        """Of one deal, as far as these deals tell."""
        if self.deals < 2:
            return 0.0
        return float((self.squares - self.total**2 / self.deals) / (self.deals - 1))

    @property
    def margin(self) -> float | None:
        """Half of the 95 % interval, by Student's t over deals.

        None where nothing can be said: fewer than two deals, or the same number on all of them.
        """
        if not self.variance:
            return None
        return student(self.deals - 1) * sqrt(self.variance / self.deals)

    @property
    def lower(self) -> float | None:
        """The lower end of the 95 % interval."""
        margin = self.margin
        return None if margin is None else self.mean - margin

    def told(self, sign: str = "") -> str:
        """`.250 ± .012`, with as many digits as the margin needs; `sign="+"` writes `+.250`."""
        margin = self.margin
        if margin is None:
            alike = f"the same on all {self.deals} deals" if self.deals > 1 else "one deal"
            return f"{self.mean:{sign}.3f} ({alike if self.deals else 'no deals'})"
        digits = digits_for(margin)
        return f"{self.mean:{sign}.{digits}f} ± {margin:.{digits}f}"

    def __str__(self) -> str:
        return self.told("+")


def digits_for(margin: float) -> int:
    """Three after the point, or so many that two digits of the margin are seen."""
    return min(MOST_DIGITS, max(3, ceil(-log10(margin)) + 1))


def one(value: Fraction) -> Sample:
    """A single deal."""
    return Sample(1, value, value * value)


Samples = dict[str, Sample]


def added(one: Samples, other: Samples) -> Samples:
    """Both together, name by name."""
    found = dict(one)
    for name, sample in other.items():
        found[name] = found[name] + sample if name in found else sample
    return found


def student(freedom: int) -> float:
    """Student's t for a 95 % interval: a table, then Fisher's series in 1/freedom."""
    if freedom <= len(EXACT):
        return EXACT[freedom - 1]
    z = NORMAL
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )


# --- the bootstrap ----------------------------------------------------------------------------

RESAMPLES: Final = 1000
MOST_RESAMPLED: Final = 5000
"""With more deals it takes long and says the same as Student's t."""


def bootstrap(counts: dict[str, int]) -> tuple[float, float] | None:
    """The 95 % percentile interval of a mean; `counts`: how often each number was seen.

    None where there are too few deals, or so many that it is not worth its time.
    """
    deals = sum(counts.values())
    if not 2 <= deals <= MOST_RESAMPLED:
        return None
    rng = Random(deals)  # the same figures every time
    values = sorted(map(Fraction, counts))
    weights = [counts[str(value)] for value in values]
    means = sorted(
        sum(rng.choices([float(value) for value in values], weights, k=deals)) / deals
        for _ in range(RESAMPLES)
    )
    return means[round(0.025 * RESAMPLES)], means[round(0.975 * RESAMPLES) - 1]


# --- a question that may be asked again and again ---------------------------------------------

ALPHA: Final = 0.05
LOOK: Final = 20
"""A sequential test looks after every so many deals, in the order of seeds."""
FIRST_LOOK: Final = 60
"""Before this the variance is not known well enough."""
TIGHTEST: Final = 500
"""At about so many deals the bounds are as narrow as they can be."""

_RHO: Final = (-2 * log(ALPHA) + log(-2 * log(ALPHA)) + 1) / TIGHTEST


def bound_always(sample: Sample) -> float | None:
    """Half of an interval that holds at all looks together, with 95 %; None before the first.

    It is the confidence sequence of Robbins' normal mixture with the variance of the sample
    (asymptotic, after Waudby-Smith and others, "Time-uniform central limit theory").  However
    often one looks, and whenever one stops, the mean is outside at most one time in twenty.
    """
    if sample.deals < FIRST_LOOK:
        return None
    n = sample.deals
    wide = n * _RHO + 1
    variance = sample.variance + 1 / n  # one deal of the widest gain may have been missed
    return sqrt(variance * 2 * wide / (n * n * _RHO) * log(sqrt(wide) / ALPHA))


def verdict(gain: Sample) -> str:
    """`better` or `worse` once that is decided, else nothing."""
    bound = bound_always(gain)
    if bound is None or abs(gain.mean) <= bound:
        return ""
    return "better" if gain.mean > 0 else "worse"


# --- times ------------------------------------------------------------------------------------

STEPS: Final = 8
"""Buckets for each doubling of a time: each is 9 % wide."""


class Times(msgspec.Struct, frozen=True):
    """How long things took: a histogram, so that those of several workers can be added."""

    counts: dict[int, int] = {}

    def __add__(self, later: "Times") -> "Times":
        found = dict(self.counts)
        for bucket, count in later.counts.items():
            found[bucket] = found.get(bucket, 0) + count
        return Times(found)

    @property
    def count(self) -> int:
        return sum(self.counts.values())

    def quantile(self, share: float) -> float:
        """Milliseconds that this share of all needed at most, to within 5 %."""
        left = share * self.count
        for bucket, count in sorted(self.counts.items()):
            left -= count
            if left <= 0:
                return middle_of(bucket)
        return 0.0

    @property
    def mean(self) -> float:
        """Milliseconds, to within 5 %."""
        whole = sum(middle_of(bucket) * count for bucket, count in self.counts.items())
        return whole / max(1, self.count)

    def told(self) -> str:
        """`mean 0.4 ms, median 0.3 ms, p99 1.2 ms`."""
        mean, median, p99 = map(digits, (self.mean, self.quantile(0.5), self.quantile(0.99)))
        return f"mean {mean} ms, median {median} ms, p99 {p99} ms"


def bucket_of(nanoseconds: int) -> int:
    return int(STEPS * log(max(1, nanoseconds), 2))


def middle_of(bucket: int) -> float:
    """Milliseconds."""
    return float(2 ** ((bucket + 0.5) / STEPS) / 1e6)


def times_of(each: list[int]) -> Times:
    """Of times in nanoseconds."""
    found: dict[int, int] = {}
    for time in each:
        bucket = bucket_of(time)
        found[bucket] = found.get(bucket, 0) + 1
    return Times(found)


def digits(number: float) -> str:
    """Two digits at least: 0.012, 1.2, 120."""
    return f"{number:.{max(0, min(MOST_DIGITS, 1 - ceil(log10(number)) + 1))}f}" if number else "0"
