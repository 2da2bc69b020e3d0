"""The desk's own and borrowed styles and scripts: a fixed list, under names that change with the content."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from aiohttp import web

from admin.compressing import reads_gzip
from admin.errors import SetupError
from admin.libraries import LIBRARIES

_OWN = Path(__file__).parent / "static"
_FOREVER = "public, max-age=31536000, immutable"
_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


@dataclass(frozen=True, slots=True)
class Asset:
    """One file held in memory, as it is and compressed."""

    path: str
    content: bytes
    compressed: bytes
    content_type: str


@dataclass(frozen=True, slots=True, eq=False)
class Assets:
    """All assets; `url(name)` is for templates, `serve` answers the requests."""

    by_name: Mapping[str, Asset]
    by_path: Mapping[str, Asset]

    def url(self, name: str) -> str:
        """Return the address of an asset below /admin/static/, with a part that changes with its content."""
        return f"/admin/static/{self.by_name[name].path}"

    async def serve(self, request: web.Request) -> web.Response:
        """Answer with the asset at exactly this address; anything else is not found."""
        asset = self.by_path.get(request.match_info["path"])
        if asset is None:
            raise web.HTTPNotFound
        headers = {"Cache-Control": _FOREVER, "Vary": "Accept-Encoding"}
        if not reads_gzip(request.headers):
            return web.Response(body=asset.content, content_type=asset.content_type, charset="utf-8", headers=headers)
        headers["Content-Encoding"] = "gzip"
        return web.Response(body=asset.compressed, content_type=asset.content_type, charset="utf-8", headers=headers)


@cache
def load_assets(libraries: Path) -> Assets:
    """Read every asset into memory, once; `libraries` is the node_modules folder. Raises SetupError."""
    sources = {name: libraries / file for name, file in LIBRARIES.items()}
    sources |= {path.name: path for path in sorted(_OWN.iterdir()) if path.suffix in _TYPES}
    assets = {name: _load(name, path) for name, path in sources.items()}
    return Assets(assets, {asset.path: asset for asset in assets.values()})


def _load(name: str, path: Path) -> Asset:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise SetupError(f"{path}: cannot be read ({error.strerror}); run `npm ci` in the project's folder") from None
    folder, _, file = name.rpartition("/")
    digest = hashlib.sha256(content).hexdigest()[:12]
    address = "/".join(part for part in (folder, digest, file) if part)
    return Asset(address, content, gzip.compress(content, 9, mtime=0), _TYPES[path.suffix])
