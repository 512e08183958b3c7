"""nginx and Caddy before evenings that run here, by the files in `deploy/`, with all that they write in a folder."""

import os
import re
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.running import ROOT

NAME = "cards.example.org"
Proxy = subprocess.Popen[bytes]


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def begin_nginx(folder: Path, port: int, hosts: Sequence[int], *, is_encrypted: bool = True) -> Proxy:
    """Checks nginx's file and begins it before the hosts at these ports. Where it need not speak https, it takes as
    many connections as a full hall has."""
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
    made += ["-keyout", str(folder / "key"), "-out", str(folder / "certificate")]
    subprocess.run(made, check=True, capture_output=True)
    site = (ROOT / "deploy" / "nginx.conf").read_text()
    host = re.search(r"( *server 127\.0\.0\.1):8000(.*\n)", site)
    for written, here in (
        (host[0], "".join(f"{host[1]}:{each}{host[2]}" for each in hosts)),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        ("listen 443 ssl http2;", f"listen 127.0.0.1:{port}{' ssl http2' if is_encrypted else ''};"),
        ("X-Forwarded-Proto https", f"X-Forwarded-Proto {'https' if is_encrypted else 'http'}"),
        (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", str(folder / "certificate")),
        (f"/etc/letsencrypt/live/{NAME}/privkey.pem", str(folder / "key")),
    ):
        assert written in site, written
        site = site.replace(written, here)
    whole = f"daemon off; pid {folder}/pid; error_log {folder}/errors;\nworker_rlimit_nofile 16384;\n"
    whole += "events { worker_connections 8192; }\nhttp { access_log off;\n"
    whole += "".join(
        f"{each}_temp_path {folder}/{each};\n" for each in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(whole + site + "}\n")
    subprocess.run(["nginx", "-t", "-c", str(folder / "nginx.conf")], check=True, stderr=subprocess.PIPE)
    return subprocess.Popen(["nginx", "-c", str(folder / "nginx.conf")])


def begin_caddy(folder: Path, port: int, hosts: Sequence[int]) -> Proxy:
    """Checks Caddy's file and begins it before the hosts at these ports."""
    site = (ROOT / "deploy" / "Caddyfile").read_text()
    assert f"{NAME} {{" in site and "127.0.0.1:8000" in site
    site = site.replace(f"{NAME} {{", f"https://{NAME}:{port} {{\n\ttls internal")
    site = site.replace("127.0.0.1:8000", " ".join(f"127.0.0.1:{each}" for each in hosts))
    options = f"{{\n\tadmin off\n\tskip_install_trust\n\thttp_port {free_port()}\n\thttps_port {port}\n}}\n\n"
    (folder / "Caddyfile").write_text(options + site)
    environment = {**os.environ, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "HOME": str(folder)}
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    subprocess.run(command, check=True, env=environment, stderr=subprocess.DEVNULL)
    command[1] = "run"
    return subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)


@contextmanager
def a_proxy(begin: Callable[[Path, int, Sequence[int]], Proxy], folder: Path, hosts: Sequence[int]) -> Iterator[int]:
    """Begins a proxy before these hosts; its port answers until the end of the block."""
    port = free_port()
    folder.mkdir()
    proxy = begin(folder, port, hosts)
    try:
        for _tenth in range(300):
            with socket.socket() as tried:
                if tried.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        else:
            raise SystemExit("The proxy did not begin.")
        yield port
    finally:
        proxy.terminate()
        proxy.wait()
