# syntax=docker/dockerfile:1
# Candor from its wheel; data lives in /data, settings come from the environment (CANDOR_...) or a mounted file.
# docker build --build-arg COMMIT=$(git rev-parse --short HEAD) -t candor .
FROM node:20-bookworm-slim AS libraries
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM python:3.11-slim-bookworm AS wheel
WORKDIR /build
COPY . .
COPY --from=libraries /build/node_modules node_modules
ARG COMMIT=
RUN echo "$COMMIT" > commit.txt && pip wheel --no-cache-dir --no-deps --wheel-dir dist .

FROM python:3.11-slim-bookworm
# pg_dump and psql, for `candor backup` and `candor restore` on PostgreSQL 15
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client && rm -rf /var/lib/apt/lists/*
COPY requirements.lock /tmp/
RUN pip install --no-cache-dir --require-hashes -r /tmp/requirements.lock
RUN --mount=type=bind,from=wheel,source=/build/dist,target=/tmp/dist pip install --no-cache-dir --no-deps /tmp/dist/*.whl \
    && useradd --system --uid 10001 candor && install -d -o candor -g candor /data
USER candor
WORKDIR /data
ENV CANDOR_DATA_DIR=/data CANDOR_SERVER__HOST=0.0.0.0 CANDOR_LOG__FORMAT=json PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=180s \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8080/readyz', timeout=4)"]
ENTRYPOINT ["candor"]
CMD ["serve"]
