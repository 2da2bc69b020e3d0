"""nginx and Caddy as docs/installing.md configures them, with other ports, certificates and folders."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import create_connection, socket
from ssl import CERT_NONE, PROTOCOL_TLS_CLIENT, SSLContext, SSLError

from tests.docs.document import block
from tests.docs.programs import installed

SECONDS = 30
_NGINX = """\
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log stderr;
events {{}}
http {{
access_log off;
client_body_temp_path {folder}/body;
proxy_temp_path {folder}/proxy;
fastcgi_temp_path {folder}/fastcgi;
uwsgi_temp_path {folder}/uwsgi;
scgi_temp_path {folder}/scgi;
{site}
}}
"""
_CADDY = """\
{{
    admin off
    auto_https disable_redirects
    skip_install_trust
    local_certs
}}
{site}
"""


@contextmanager
def nginx(folder: Path, upstream: str) -> Iterator[str]:
    """Run nginx before the upstream ("127.0.0.1:8080") and yield its address."""
    port = _free_port()
    certificate = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    written = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subprocess.run([*certificate, *written], check=True, capture_output=True)
    site = block("installing.md", "# /etc/nginx/conf.d/candor.conf").replace("127.0.0.1:8080", upstream)
    site = site.replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    site = site.replace("/etc/letsencrypt/live/chat.example.com", str(folder))
    config = folder / "nginx.conf"
    config.write_text(_NGINX.format(folder=folder, site=site), encoding="utf-8")
    with _running([installed("nginx", "nginx-light"), "-c", str(config), "-p", str(folder)], port, folder):
        yield f"https://127.0.0.1:{port}"


@contextmanager
def caddy(folder: Path, upstream: str) -> Iterator[str]:
    """Run Caddy before the upstream ("127.0.0.1:8080") and yield its address."""
    port = _free_port()
    site = block("installing.md", "# /etc/caddy/Caddyfile").replace("127.0.0.1:8080", upstream)
    site = site.replace("chat.example.com {", f"https://localhost:{port} {{\n    bind 127.0.0.1")
    config = folder / "Caddyfile"
    config.write_text(_CADDY.format(site=site), encoding="utf-8")
    with _running(
        [installed("caddy", "caddy"), "run", "--config", str(config), "--adapter", "caddyfile"], port, folder
    ):
        yield f"https://localhost:{port}"


@contextmanager
def _running(command: list[str], port: int, folder: Path) -> Iterator[None]:
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env=os.environ | home)
        try:
            _until_listening(process, port, folder / "log")
            yield
        finally:
            process.terminate()
            process.wait(timeout=SECONDS)


def _until_listening(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    deadline, anybody = time.monotonic() + SECONDS, SSLContext(PROTOCOL_TLS_CLIENT)
    anybody.check_hostname, anybody.verify_mode = False, CERT_NONE
    while process.poll() is None and time.monotonic() < deadline:
        try:
            with (
                create_connection(("127.0.0.1", port)) as plain,
                anybody.wrap_socket(plain, server_hostname="localhost"),
            ):
                return
        except (ConnectionRefusedError, SSLError):  # Caddy listens before it has made its certificate
            time.sleep(0.02)
    raise AssertionError(log.read_text(encoding="utf-8", errors="replace"))


def _free_port() -> int:
    with socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
