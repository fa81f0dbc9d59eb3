"""The files that pages need, kept in memory, packed once, with addresses that change with their content."""

import gzip
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

TYPES: Final = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "woff2": "font/woff2",
    "txt": "text/plain; charset=utf-8",
    "webmanifest": "application/manifest+json",
}
FOR_EVER: Final = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class File:
    """A file as it is sent."""

    kind: str
    content: bytes
    packed: bytes
    mark: str


@cache
def files() -> dict[str, File]:
    """Every file by its name."""
    found = {}
    for path in (resources.files("stolik.web") / "static").iterdir():
        kind = TYPES.get(path.name.rpartition(".")[2])
        if kind is not None and path.is_file():
            content = path.read_bytes()
            packed = gzip.compress(content, 9, mtime=0)
            found[path.name] = File(kind, content, packed, sha256(content).hexdigest()[:10])
    return found


async def static(request: Request) -> Response:
    """A file; for ever when the address names its content, else with a mark to ask by."""
    file = files().get(request.path_params["name"])
    if file is None:
        raise HTTPException(404)
    headers = {"ETag": f'"{file.mark}"', "Vary": "Accept-Encoding", "Content-Type": file.kind}
    headers["Cache-Control"] = FOR_EVER if request.query_params.get("v") == file.mark else "no-cache"
    if file.mark in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", "") and len(file.packed) < len(file.content):
        return Response(file.packed, headers={**headers, "Content-Encoding": "gzip"})
    return Response(file.content, headers=headers)
