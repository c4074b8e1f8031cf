# The site in one image: `npm run package` in the first stage, run in the second by a user without rights over a
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
RUN node scripts/setup.mjs build && node_modules/.bin/node scripts/package.ts \
  && mkdir /package && tar -xzf plateworthy-*.tar.gz -C /package

FROM debian:13-slim
# The archive brings its own Node.
ENV PATH=/site/node_modules/.bin:$PATH NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data \
  MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=65536
WORKDIR /site
COPY --from=build /package ./
RUN useradd --uid 1000 --user-group --no-create-home plateworthy \
  && install -d -m 700 -o plateworthy -g plateworthy /data build/compiled
USER plateworthy
# As this user: Node takes no other's compiled code.
RUN node scripts/compile.ts
VOLUME /data
EXPOSE 3000
# Whether the process answers. Not /readyz: while a hosted backend is away the site still has its kept pages and
# its archive, and starting it anew would take them from it.
HEALTHCHECK --interval=30s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# See deploy/plateworthy.service.
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=768", "server.mjs"]
