"""The hub that `live` compares with: its stream and nothing else, served by uvicorn, changed by a timer."""

import asyncio
import json
import os
import socket
import sys
import time

import django
import uvicorn

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
django.setup()

from tournament.live import stream  # noqa: E402 - Django's settings say which names are ours
from tournament.live.hub import Hub  # noqa: E402

HUB = Hub()


async def find_names(_host, names):
    return names


async def application(scope, receive, send) -> None:
    await stream.answer_live(HUB, find_names, scope, receive, send)


async def changes() -> None:
    many, every = (await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)).split()
    times, used = [], time.process_time()
    for _change in range(int(many)):
        times.append(time.time())
        HUB.mark_touched("1", ("results",))
        await asyncio.sleep(float(every))
    print(json.dumps([times, time.process_time() - used]), flush=True)


async def main() -> None:
    listener = socket.create_server(("127.0.0.1", 0), backlog=4096)
    HUB.begin()
    print(listener.getsockname()[1], flush=True)
    changing = asyncio.create_task(changes())
    config = uvicorn.Config(application, lifespan="off", access_log=False, log_config=None, log_level="warning")
    await uvicorn.Server(config).serve(sockets=[listener])
    await changing


if __name__ == "__main__":
    asyncio.run(main(), debug=False)
