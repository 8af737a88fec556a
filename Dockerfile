# Build with everything, run with what the server needs.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:24-bookworm-slim
# The browser is for the rendered pass of website checks; without it those checks are reported as unmeasured.
RUN apt-get update && apt-get install -y --no-install-recommends chromium ca-certificates && rm -rf /var/lib/apt/lists/*
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/bin ./bin
COPY --from=build /app/dist ./dist
COPY --from=build /app/docs ./docs
RUN mkdir -p /data dist/.compile-cache && chown -R node:node /data dist/.compile-cache
USER node
VOLUME /data
EXPOSE 4280
HEALTHCHECK CMD node -e "fetch('http://127.0.0.1:4280/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"
CMD ["node", "--max-semi-space-size=4", "bin/sightline.mjs", "serve"]
