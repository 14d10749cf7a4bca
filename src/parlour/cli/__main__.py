"""`python -m parlour.cli`, where no script is installed."""

import sys

from parlour.cli import main

sys.exit(main())
