"""`python -m vmark_tk` is the same as `vmark-tk`."""

from __future__ import annotations

import sys

from vmark_tk.cli import main

sys.exit(main())
