# syntax=docker/dockerfile:1
# Candor with its browser libraries; data lives in /data, settings come from the environment (CANDOR_...) or a mounted file.
FROM node:20-bookworm-slim AS libraries
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM python:3.11-slim-bookworm
WORKDIR /app
COPY requirements.lock ./
RUN pip install --no-cache-dir --require-hashes -r requirements.lock
COPY pyproject.toml README.md config.yaml ./
COPY candor candor
COPY bot bot
COPY admin admin
COPY training training
COPY evaluation evaluation
COPY storage storage
COPY nlu nlu
COPY data data
COPY --from=libraries /build/node_modules node_modules
RUN pip install --no-cache-dir --no-deps -e . \
    && useradd --system --uid 10001 candor && install -d -o candor -g candor /data
USER candor
ENV CANDOR_DATA_DIR=/data CANDOR_SERVER__HOST=0.0.0.0 CANDOR_LOG__FORMAT=json PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=180s \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8080/readyz', timeout=4)"]
ENTRYPOINT ["candor"]
CMD ["serve"]
