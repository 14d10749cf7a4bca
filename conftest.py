"""For all tests: the tiny room joins the others, and hypothesis draws the same cases every time."""

import pytest
from hypothesis import HealthCheck, settings

from tools import tiny

pytest.register_assert_rewrite("parlour.lab")  # a check that fails shows what it compared

settings.register_profile(
    "suite",
    derandomize=True,
    deadline=None,
    print_blob=False,
    suppress_health_check=[HealthCheck.too_slow],  # it measures the machine
)
settings.load_profile("suite")

pytest_plugins = ["tools.suite"]

__all__ = ["tiny"]
