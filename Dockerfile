# Hangjack as a container: `docker build -t hangjack .`, or compose.yaml with its database. Nothing but Debian's packages
# and, by their hashes, those of requirements.txt and requirements-server.txt. `.ci/container` builds and runs it.
FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends python3 python3-venv libpangoft2-1.0-0 libharfbuzz-subset0 \
    && rm -rf /var/lib/apt/lists/*
RUN useradd --uid 1000 --create-home hangjack && install -d -o hangjack -m 700 /data
WORKDIR /app
COPY requirements.txt requirements-server.txt ./
RUN python3 -m venv .venv \
    && .venv/bin/pip install --no-cache-dir --require-hashes -r requirements.txt -r requirements-server.txt
COPY pyproject.toml manage.py ./
COPY scoring scoring
COPY tournament tournament
COPY templates templates
COPY static static
ENV PATH=/app/.venv/bin:/usr/bin:/bin HANGJACK_DATA=/data LANG=C.UTF-8 PYTHONUNBUFFERED=1
USER hangjack
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGINT
HEALTHCHECK --start-period=2m CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/healthz')"]
ENTRYPOINT ["python", "manage.py"]
CMD ["evening", "--port", "8000"]
