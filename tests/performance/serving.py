"""How an evening starts and serves, on one process and SQLite: `python -m tests.performance.serving`.

It uses the demonstration's own data, in a folder that is deleted afterwards. The clients are threads of this process
and share its cores with the server, so the server's own processor time for a request is shown beside; a busy machine
hardly affects that. The number of requests is limited; it stops by itself.
"""

import http.client
import os
import statistics
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.running import Running, an_evening

PAGES = ["/sign-in/", "/e/1/seats/", "/e/1/standings/", "/e/1/clock/parts/"]
CLIENTS = [1, 4, 16]
REQUESTS = 400


def started(environment: dict[str, str]) -> float:
    began = time.perf_counter()
    with an_evening(environment, "--demo") as evening:
        taken = time.perf_counter() - began
        evening.stop()
    return taken


def memory_of(evening: Running) -> str:
    status = Path(f"/proc/{evening.process.pid}/status").read_text()
    return next(line.split(":")[1].strip() for line in status.splitlines() if line.startswith("VmRSS"))


def processor_time_of(evening: Running) -> float:
    """Returns the seconds that the server has computed so far."""
    fields = Path(f"/proc/{evening.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def asked(port: int, page: str, times: int) -> list[float]:
    """Returns the seconds of each request of one client, over one lasting connection."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    seconds = []
    for _ in range(times):
        began = time.perf_counter()
        connection.request("GET", page)
        response = connection.getresponse()
        response.read()
        seconds.append(time.perf_counter() - began)
        assert response.status == 200, f"{page}: {response.status}"
    connection.close()
    return seconds


def rate(evening: Running, page: str, clients: int) -> str:
    began, computed = time.perf_counter(), processor_time_of(evening)
    with ThreadPoolExecutor(clients) as pool:
        waits = list(pool.map(lambda _client: asked(evening.port, page, REQUESTS // clients), range(clients)))
    taken, computed = time.perf_counter() - began, processor_time_of(evening) - computed
    each = sorted(second for wait in waits for second in wait)
    median, late = statistics.median(each) * 1000, each[int(len(each) * 0.99)] * 1000
    served = f"{len(each) / taken:5.0f} a second, half within {median:.1f} ms, 99 of 100 within {late:.0f} ms"
    return f"{served}, {computed / len(each) * 1000:.1f} ms of processor each"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "HANGJACK_DATA": folder, "PYTHONUNBUFFERED": "1"}
        print(f"first start, with the demonstration  {started(environment):.1f} s")
        print(f"second start                         {started(environment):.1f} s")
        with an_evening(environment, "--demo") as evening:
            print(f"memory at rest                       {memory_of(evening)}")
            for page in PAGES:
                for clients in CLIENTS:
                    print(f"{page:20} {clients:2} clients: {rate(evening, page, clients)}")
            print(f"memory afterwards                    {memory_of(evening)}")


if __name__ == "__main__":
    main()
