# Build with everything, run with what the server needs.
# The tag names one release; a digest names its bytes. Give the digest of the release that you have looked at:
#   docker build --build-arg NODE_DIGEST=sha256:… .     (docker buildx imagetools inspect prints it)
ARG NODE_IMAGE=node:24.21.0-bookworm-slim
ARG NODE_DIGEST=

FROM ${NODE_IMAGE}${NODE_DIGEST:+@${NODE_DIGEST}} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY . .
RUN npm run build && npm prune --omit=dev

FROM ${NODE_IMAGE}${NODE_DIGEST:+@${NODE_DIGEST}}
# The browser, with its sandbox, is for the rendered pass of website checks; without it those checks are unmeasured.
RUN apt-get update \
  && apt-get install -y --no-install-recommends chromium chromium-sandbox ca-certificates \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
ARG VERSION=
ARG REVISION=
LABEL org.opencontainers.image.title="Sightline" \
  org.opencontainers.image.description="Do AI answer engines recommend your website, and can they read it?" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"
# One arena for memory outside the script's heap: with one a thread, a hostile website costs some 15 MB more.
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data MALLOC_ARENA_MAX=1
COPY --from=build /app/package.json /app/LICENSE ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/bin ./bin
COPY --from=build /app/dist ./dist
COPY --from=build /app/docs ./docs
RUN install -d -m 0700 -o node -g node /data dist/.compile-cache
# The number of `node`: Kubernetes can check that it is not root only where it is a number.
USER 1000:1000
VOLUME /data
EXPOSE 4280
HEALTHCHECK CMD node -e "fetch('http://127.0.0.1:'+(process.env.PORT||4280)+'/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"
CMD ["node", "--max-semi-space-size=4", "bin/sightline.mjs", "serve"]
