"""`python -m conformance` is `vmark-conformance`."""

from __future__ import annotations

import sys

from conformance.cli import main

sys.exit(main())
