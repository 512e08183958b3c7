"""The floor of `printing`: an ordinary use of WeasyPrint. A process that is measured imports nothing else."""

import os
import time
from pathlib import Path


def alone(html: str, static: str) -> tuple[float, float, int, int]:
    """Prints a page in this process; returns seconds, processor seconds, pages and the process id. The import is not
    counted."""
    from weasyprint import HTML  # noqa: PLC0415 - only here

    began, before = time.perf_counter(), time.process_time()
    document = HTML(string=html, base_url=f"{Path(static).resolve().as_uri()}/").render(pdf_variant="pdf/ua-1")
    document.write_pdf(pdf_variant="pdf/ua-1")
    return time.perf_counter() - began, time.process_time() - before, len(document.pages), os.getpid()
