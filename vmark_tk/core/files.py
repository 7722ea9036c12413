"""Reading and atomic writing of text files, and what a file on disk is identified by. Runs in workers; knows no state.

Every function takes the real place of a file and follows no symlink on the way there: each folder is opened relative to
the one above, so that what is opened or replaced is what was checked before (ARC-033). Where the platform cannot do
that, the place is resolved once more and compared.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import re
import stat
from collections.abc import Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import BinaryIO, Literal, NamedTuple

from vmark_tk.core.document import DiskIdentity
from vmark_tk.core.encodings import decode_guessed
from vmark_tk.core.text import TextFormat, UndecodableError, decode

MIB = 1024 * 1024
SOURCE_FROM = MIB  # F-12
ASK_FROM = 5 * MIB
REFUSE_FROM = 50 * MIB
TEMPORARY_SUFFIX = ".vmark-tmp"
_READ_AGAIN = 3  # times, when somebody writes meanwhile
_LONGEST_NAME = 255  # bytes, on every file system in use
_WALKS = os.open in os.supports_dir_fd and hasattr(os, "O_NOFOLLOW")
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_NO_BLOCK = getattr(os, "O_NONBLOCK", 0)
_BINARY = getattr(os, "O_BINARY", 0)
_FOLDER = getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_PATH", 0)

Trouble = Literal["missing", "folder", "special", "denied", "large", "moved", "exists", "changed", "other"]


class FileTroubleError(Exception):
    """A file cannot be read or written; `kind` says why, the text is a sentence for people and clients."""

    def __init__(self, kind: Trouble, message: str) -> None:
        super().__init__(message)
        self.kind: Trouble = kind


class Tier(Enum):
    """What the size of a file means (F-12)."""

    SMALL = "small"
    SOURCE = "source"
    ASK = "ask"
    REFUSED = "refused"


class FileText(NamedTuple):
    """The text of a file as the editor keeps it, and how the file writes it."""

    lines: list[str]
    form: TextFormat
    ends: list[str]
    encoding: str = "utf-8"


class Snapshot(NamedTuple):
    """A file at one moment: its identity, and its text or why it is none."""

    identity: DiskIdentity
    text: FileText | None
    problem: str = ""


def tier_of(size: int) -> Tier:
    """Return the tier of a file of `size` bytes."""
    if size < SOURCE_FROM:
        return Tier.SMALL
    if size < ASK_FROM:
        return Tier.SOURCE
    return Tier.ASK if size < REFUSE_FROM else Tier.REFUSED


def size_of(real: Path) -> int:
    """Return the size in bytes of a regular file, without reading it.

    Raises:
        FileTroubleError: missing, a folder, no regular file, not permitted.
    """
    with _named_errors(), _parent(real) as folder:
        seen = _stat_in(folder, real)
    _require_regular(seen)
    return seen.st_size


def read(real: Path, *, guess: bool = False) -> Snapshot:
    """Return what the file holds now. `guess` decodes what is not UTF-8 by the likeliest encoding (F-07).

    Raises:
        FileTroubleError: missing, a folder, no regular file, not permitted, 50 MiB or more.
    """
    data, identity = _read_bytes(real)
    try:
        lines, form, ends = decode(data)
    except UndecodableError as error:
        if guess and b"\0" not in data:
            text, encoding = decode_guessed(data)
            lines, form, ends = decode(text.encode("utf-8"))
            return Snapshot(identity, FileText(lines, form, ends, encoding))
        return Snapshot(identity, None, str(error))
    return Snapshot(identity, FileText(lines, form, ends))


def identify(real: Path, known: DiskIdentity | None) -> DiskIdentity | None:
    """Return what the file is identified by; None: there is none. Bytes are read only when size or time differ.

    Raises:
        FileTroubleError: there is something that cannot be read.
    """
    try:
        with _named_errors(), _parent(real) as folder:
            seen = _stat_in(folder, real)
        _require_regular(seen)
        if known is not None and _looks_the_same(seen, known):
            return known
        return _read_bytes(real)[1]
    except FileTroubleError as error:
        if error.kind == "missing":
            return None
        raise


def _looks_the_same(seen: os.stat_result, known: DiskIdentity) -> bool:
    same = (seen.st_size, seen.st_mtime_ns) == (known.size, known.mtime_ns)
    return same and known.ctime_ns in (0, seen.st_ctime_ns)


def write(real: Path, data: bytes, *, may_replace: bool = True, mode: int = 0o666) -> DiskIdentity:
    """Replace the file by `data` in one step: whoever looks, at any moment, sees the old bytes or the new (F-05).

    Mode bits, owner and extended attributes are kept where permitted. `may_replace` False refuses an existing file.
    `mode` is for a new file.

    Raises:
        FileTroubleError: nothing was changed; the text says why.
    """
    with _named_errors(), _parent(real) as folder:
        before = _existing(folder, real)
        if before is not None and not may_replace:
            raise FileTroubleError("exists", "a file of that name exists already")
        temporary, descriptor = _open_temporary(folder, real, 0o600 if before is not None else mode)
        try:
            identity, inode = _fill(descriptor, data, before)
            if may_replace:
                os.replace(temporary, _name(folder, real), src_dir_fd=folder, dst_dir_fd=folder)
            else:
                _link_new(temporary, real, folder)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary, dir_fd=folder)
            raise
        finally:
            if before is not None:
                os.close(before)
        _sync_folder(folder, real)
        _sweep(folder, real)
        seen = _stat_in(folder, real)
    # renaming has moved the change time on; a file that somebody put in our place meanwhile is not what we wrote
    return identity._replace(ctime_ns=seen.st_ctime_ns) if seen.st_ino == inode else identity


# --- opening without following links ---


@contextlib.contextmanager
def _parent(real: Path) -> Iterator[int | None]:
    """Give a descriptor of the file's folder, reached without a symlink; None where the platform has no such calls."""
    if not _WALKS:
        if os.path.normcase(os.path.realpath(real)) != os.path.normcase(real):
            raise FileTroubleError("moved", "the path leads to another place than a moment ago")
        yield None
        return
    descriptor = os.open(real.anchor, os.O_RDONLY | _FOLDER)
    try:
        for part in real.parent.parts[1:]:
            below = os.open(part, os.O_RDONLY | _FOLDER | _NO_FOLLOW, dir_fd=descriptor)
            os.close(descriptor)
            descriptor = below
        yield descriptor
    finally:
        os.close(descriptor)


def _name(folder: int | None, real: Path) -> str:
    return os.fspath(real) if folder is None else real.name


def _stat_in(folder: int | None, real: Path) -> os.stat_result:
    return os.stat(_name(folder, real), dir_fd=folder, follow_symlinks=False)


def _open_in(folder: int | None, real: Path) -> int:
    """Open for reading without ever waiting for a writer of a named pipe."""
    return os.open(_name(folder, real), os.O_RDONLY | _NO_FOLLOW | _NO_BLOCK | _BINARY, dir_fd=folder)


def _require_regular(seen: os.stat_result) -> None:
    if stat.S_ISDIR(seen.st_mode):
        raise FileTroubleError("folder", "the path names a folder, not a file")
    if stat.S_ISLNK(seen.st_mode):
        raise FileTroubleError("moved", "the path leads to another place than a moment ago")
    if not stat.S_ISREG(seen.st_mode):
        raise FileTroubleError("special", "the path names no regular file")


def _read_bytes(real: Path) -> tuple[bytes, DiskIdentity]:
    with _named_errors(), _parent(real) as folder:
        # looked at before it is opened: merely opening a device can do something
        _require_regular(_stat_in(folder, real))
        with open(_open_in(folder, real), "rb") as stream:
            data, seen, steady = _read_once(stream)
            for _ in range(_READ_AGAIN):
                if steady:
                    break
                data, seen, steady = _read_once(stream)
            return data, DiskIdentity(len(data), seen.st_mtime_ns, hashlib.sha256(data).hexdigest(), seen.st_ctime_ns)


def _read_once(stream: BinaryIO) -> tuple[bytes, os.stat_result, bool]:
    """Return the bytes, what the file was afterwards, and whether nobody wrote to it meanwhile."""
    before = os.fstat(stream.fileno())
    _require_regular(before)
    if before.st_size >= REFUSE_FROM:
        raise FileTroubleError("large", _too_large(before.st_size))
    stream.seek(0)
    data = stream.read(REFUSE_FROM)
    if len(data) >= REFUSE_FROM:
        raise FileTroubleError("large", _too_large(len(data)))
    after = os.fstat(stream.fileno())
    return data, after, (before.st_mtime_ns, before.st_size) == (after.st_mtime_ns, after.st_size)


def _too_large(size: int) -> str:
    return f"the file is too large to edit ({size // MIB} MiB, the limit is {REFUSE_FROM // MIB} MiB)"


# --- writing ---


def _existing(folder: int | None, real: Path) -> int | None:
    """Return a descriptor of the file that is there, or None. An unreadable one is opened by its place alone."""
    try:
        _require_regular(_stat_in(folder, real))
    except FileNotFoundError:
        return None
    try:
        return _open_in(folder, real)
    except PermissionError:
        if not hasattr(os, "O_PATH"):
            raise
        return os.open(_name(folder, real), os.O_PATH | _NO_FOLLOW, dir_fd=folder)


def _open_temporary(folder: int | None, real: Path, mode: int) -> tuple[str, int]:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_FOLLOW | _BINARY
    attempt = 0
    while True:
        tail = f".{os.getpid()}-{attempt}{TEMPORARY_SUFFIX}"
        room = _LONGEST_NAME - len(tail) - 1
        stem = os.fsencode(real.name)[:room].decode("utf-8", "ignore")
        name = f".{stem}{tail}"
        spelled = os.fspath(real.parent / name) if folder is None else name
        try:
            return spelled, os.open(spelled, flags, mode, dir_fd=folder)
        except FileExistsError:
            attempt += 1


def _sweep(folder: int | None, real: Path) -> None:
    """Remove what a crash during an earlier save of this file left beside it: drafts of processes that are gone."""
    draft = re.compile(re.escape(f".{real.name}.") + r"(\d+)-\d+" + re.escape(TEMPORARY_SUFFIX))
    with contextlib.suppress(OSError):
        for name in _names_in(folder, real):
            found = draft.fullmatch(name)
            if found is not None and not _alive(int(found[1])):
                os.unlink(os.fspath(real.parent / name) if folder is None else name, dir_fd=folder)


def _names_in(folder: int | None, real: Path) -> list[str]:
    if folder is None:
        return [path.name for path in real.parent.iterdir()]
    descriptor = os.open(".", os.O_RDONLY, dir_fd=folder)
    try:
        with os.scandir(descriptor) as entries:
            return [entry.name for entry in entries]
    finally:
        os.close(descriptor)


def _alive(process: int) -> bool:
    """Tell whether a process of this number runs; where that cannot be asked without harm, suppose it does."""
    if os.name != "posix":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _fill(descriptor: int, data: bytes, before: int | None) -> tuple[DiskIdentity, int]:
    """Write `data` to the disk; return what the file is identified by, and its inode."""
    with open(descriptor, "wb") as stream:
        stream.write(data)
        stream.flush()
        if before is not None:
            _copy_facts(before, descriptor)
        os.fsync(descriptor)
        seen = os.fstat(descriptor)
    return DiskIdentity(len(data), seen.st_mtime_ns, hashlib.sha256(data).hexdigest()), seen.st_ino


def _copy_facts(source: int, target: int) -> None:
    was = os.fstat(source)
    if hasattr(os, "fchown"):
        now = os.fstat(target)
        if (was.st_uid, was.st_gid) != (now.st_uid, now.st_gid):
            # only the administrator may give files away; a group of ours may still be kept
            with contextlib.suppress(OSError):
                os.fchown(target, -1, was.st_gid)
            with contextlib.suppress(OSError):
                os.fchown(target, was.st_uid, -1)
    if hasattr(os, "listxattr"):
        with contextlib.suppress(OSError):
            for name in os.listxattr(source):
                with contextlib.suppress(OSError):
                    os.setxattr(target, name, os.getxattr(source, name))
    if hasattr(os, "fchmod"):
        os.fchmod(target, stat.S_IMODE(was.st_mode))


def _link_new(temporary: str, real: Path, folder: int | None) -> None:
    """Give the finished file its name unless somebody took that name meanwhile."""
    try:
        os.link(temporary, _name(folder, real), src_dir_fd=folder, dst_dir_fd=folder)
    except FileExistsError:
        raise FileTroubleError("exists", "a file of that name exists already") from None
    except OSError:
        # a file system without hard links: the check before is all there is
        os.replace(temporary, _name(folder, real), src_dir_fd=folder, dst_dir_fd=folder)
        return
    os.unlink(temporary, dir_fd=folder)


def _sync_folder(folder: int | None, real: Path) -> None:
    """Make the new name last a power failure; a folder that may not be read is left to the system."""
    if folder is None:
        return
    with contextlib.suppress(OSError):
        descriptor = os.open(".", os.O_RDONLY, dir_fd=folder)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


# --- errors ---

_SENTENCES: Sequence[tuple[tuple[int, ...], Trouble, str]] = (
    ((errno.ENOENT,), "missing", "there is no such file, or its folder does not exist"),
    ((errno.EACCES, errno.EPERM), "denied", "access is not permitted"),
    ((errno.ELOOP, errno.ENOTDIR), "moved", "the path does not lead to a file"),
    ((errno.EISDIR,), "folder", "the path names a folder, not a file"),
    ((errno.ENOSPC, errno.EDQUOT), "other", "the disk is full"),
    ((errno.EROFS,), "denied", "the disk is read-only"),
    ((errno.ENXIO,), "special", "the path names no regular file"),
    ((errno.ENAMETOOLONG,), "other", "the name is too long"),
)


@contextlib.contextmanager
def _named_errors() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        for codes, kind, sentence in _SENTENCES:
            if error.errno in codes:
                raise FileTroubleError(kind, sentence) from error
        raise FileTroubleError("other", (error.strerror or "the disk refused").lower()) from error
