"""What the actions on a text do, by their ids (08 A16): pure functions from lines and selection to one change.

`indent` and `outdent` are not here: they need the tab size, so the caller binds `size` of
`markdown.typing_rules.indent` and `outdent` to the setting.
"""

from __future__ import annotations

from collections.abc import Mapping

from vmark_tk.core.line_commands import LINE_COMMANDS, LineCommand
from vmark_tk.markdown.format import FORMATS

TEXT_COMMANDS: Mapping[str, LineCommand] = {**LINE_COMMANDS, **FORMATS}
"""Called with the lines and the two ends of the selection, the earlier first; None: there is nothing to do."""

MARKDOWN_ONLY = frozenset(FORMATS)
"""Those that make sense in Markdown only; a workflow has no headings."""
