# The site in one small image: built in the first stage, run in the second as a user without rights over a
# read-only root. Everything that changes stands in the volume /data.
#   docker build -t plateworthy .
#   docker run --read-only --tmpfs /tmp -v plateworthy:/data -p 3000:3000 -e SITE_URL=https://www.example.co.uk plateworthy
FROM node:24-slim AS build
WORKDIR /site
COPY package.json package-lock.json ./
RUN npm install --no-save --include=dev --no-audit --no-fund
COPY . .
RUN node scripts/setup.mjs build && npm prune --omit=dev --no-audit --no-fund && rm -rf node_modules/node-linux-*

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /site
COPY --from=build /site ./
RUN install -d -o node -g node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server.ts"]
