"""Shares the few threads in which Django answers between the addresses that ask.

Python's own pool works in order of arrival: an address that asks a thousand times at once is served a thousand times
before the next phone. Here addresses take turns, this computer first, then familiar ones and strangers alternately.
Neither strangers together nor any one address can hold every thread.
"""

from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from threading import Lock
from typing import Any

from tournament.web.visitors import Standing, Visitor, visitor_at

Work = tuple[Visitor, Future[Any], Callable[..., Any], tuple[Any, ...]]
Line = OrderedDict[str, deque[Work]]


class FairThreads(Executor):
    """Runs calls whose first argument is a WSGI environment, as a2wsgi makes them."""

    def __init__(self, workers: int) -> None:
        self.most = workers
        self.threads = ThreadPoolExecutor(workers, thread_name_prefix="WSGI")
        self._lock = Lock()
        self._lines: dict[Standing, Line] = {standing: OrderedDict() for standing in Standing}
        self._at_work: Counter[Visitor] = Counter()
        self._last = Standing.STRANGE

    def submit(self, call: Callable[..., Any], /, *args: Any, **_none: Any) -> Future[Any]:
        visitor, future = visitor_at(args[0].get("REMOTE_ADDR", "")), Future[Any]()
        with self._lock:
            self._lines[visitor.standing].setdefault(visitor.source, deque()).append((visitor, future, call, args))
        self.threads.submit(self._work)
        return future

    def _work(self) -> None:
        """Does the next call that may begin, and goes on with those that become possible after it. Does nothing if only
        addresses wait that hold enough threads already; one of these threads goes on when it is done."""
        while work := self._begin_next():
            visitor, future, call, args = work
            try:
                if future.set_running_or_notify_cancel():
                    future.set_result(call(*args))
            except BaseException as error:
                future.set_exception(error)
            finally:
                with self._lock:
                    self._at_work[visitor] -= 1
                    if not self._at_work[visitor]:
                        del self._at_work[visitor]

    def _begin_next(self) -> Work | None:
        with self._lock:
            turns = [Standing.FAMILIAR, Standing.STRANGE]
            for standing in (Standing.OWN, *(turns if self._last is Standing.STRANGE else reversed(turns))):
                line = self._lines[standing]
                source = next((each for each, waiting in line.items() if self._may_begin(waiting[0][0])), None)
                if source is None:
                    continue
                waiting = line[source]
                work = waiting.popleft()
                line.move_to_end(source)
                if not waiting:
                    del line[source]
                self._at_work[work[0]] += 1
                self._last = standing if standing is not Standing.OWN else self._last
                return work
        return None

    def _may_begin(self, visitor: Visitor) -> bool:
        if visitor.is_own:
            return True
        strange = sum(many for each, many in self._at_work.items() if each.is_strange)
        if visitor.is_strange:
            return strange < max(1, self.most - 1) and self._at_work[visitor] < max(1, self.most // 2)
        return self._at_work[visitor] < max(1, self.most - 1)
