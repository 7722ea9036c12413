"""What the commands say in notices and questions; here because this package may not import `ui`."""

from __future__ import annotations

TEXTS: dict[str, str] = {
    "blocked.body": "{client} wanted to save “{title}” as {path}. Nothing was written.",
    "blocked.action": "Save by hand",
    "close.cancelled": "the person kept the tabs open",
    "close.folder": "Choose a folder for the untitled documents.",
    "confirm.busy": "Too many questions wait for an answer; answer one of them first.",
    "failed": "{what}: {reason}.",
    "failed.move": "“{name}” was not moved",
    "failed.open": "“{name}” was not opened",
    "failed.reload": "“{name}” was not read again",
    "failed.save": "“{name}” was not saved",
    "failed.folder": "The folder {name} was not opened",
    "folder.cancel": "Cancel",
    "folder.dirty.body": "This window has documents that are not saved. They stay open whichever you choose.",
    "folder.dirty.title": "Open {name} in a new window?",
    "folder.new_window": "New window",
    "folder.same_window": "This window",
    "foreign.read_only": "“{name}” is not UTF-8; convert it before you edit it.",
    "large.body": "“{name}” has {size} MB. Editing it may be slow.",
    "large.cancel": "Cancel",
    "large.open": "Open",
    "large.title": "Open a large file?",
    "missing": "The file of “{name}” is gone from the disk. The text is still here; saving writes it again.",
    "not_found": "there is no such file",
    "quit.again": "Press again to quit",
    "recent.keep": "Keep",
    "recent.missing.body": "{path} is not there any more.",
    "recent.missing.title": "Remove from the list?",
    "recent.remove": "Remove",
    "reloaded": "“{name}” was changed by another program and read again.",
    "replace.body": "{path} exists already. Saving replaces what it holds.",
    "replace.cancel": "Cancel",
    "replace.save": "Replace",
    "replace.title": "Replace the file?",
    "revert.body": "The changes in “{name}” that are not saved will be lost. Undo brings them back.",
    "revert.cancel": "Cancel",
    "revert.nothing": "“{name}” has no file to go back to.",
    "revert.reload": "Revert",
    "revert.title": "Go back to the saved file?",
}


def text(key: str, **values: object) -> str:
    """Return the text for `key` with its places filled."""
    return TEXTS[key].format(**values) if values else TEXTS[key]
