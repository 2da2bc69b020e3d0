"""The desk's own and borrowed styles and scripts: a fixed list, under names that change with the content."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from aiohttp import web

from admin.errors import SetupError
from admin.libraries import LIBRARIES
from network.assets import CONTENT_TYPES, Asset

_OWN = Path(__file__).parent / "static"
_FOREVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True, eq=False)
class Assets:
    """All assets, and where each stands; `url(name)` is for templates, `serve` answers the requests."""

    paths: Mapping[str, str]
    by_path: Mapping[str, Asset]

    def url(self, name: str) -> str:
        """Return the address of an asset below /admin/static/, with a part that changes with its content."""
        return f"/admin/static/{self.paths[name]}"

    async def serve(self, request: web.Request) -> web.Response:
        """Answer with the asset at exactly this address; anything else is not found."""
        asset = self.by_path.get(request.match_info["path"])
        if asset is None:
            raise web.HTTPNotFound
        return asset.response(request, {"Cache-Control": _FOREVER})


@cache
def load_assets(libraries: Path) -> Assets:
    """Read every asset into memory, once; `libraries` is the node_modules folder. Raises SetupError."""
    sources = {name: libraries / file for name, file in LIBRARIES.items()}
    sources |= {path.name: path for path in sorted(_OWN.iterdir()) if path.suffix in CONTENT_TYPES}
    assets = {name: _load(path) for name, path in sources.items()}
    paths = {name: _path(name, asset) for name, asset in assets.items()}
    return Assets(paths, {paths[name]: asset for name, asset in assets.items()})


def _load(path: Path) -> Asset:
    try:
        return Asset.of(path.name, path.read_bytes())
    except OSError as error:
        raise SetupError(f"{path}: cannot be read ({error.strerror}); run `npm ci` in the project's folder") from None


def _path(name: str, asset: Asset) -> str:
    folder, _, file = name.rpartition("/")
    return "/".join(part for part in (folder, asset.tag, file) if part)
