# The server alone: Postgres is another container, see docker-compose.yml.

FROM node:24-bookworm-slim AS base
RUN npm install --global pnpm@10.34.9
ENV CI=true NEXT_TELEMETRY_DISABLED=1
WORKDIR /app

# Manifests first, so that a change of the code does not install anew.
FROM base AS manifests
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml .npmrc ./
COPY apps/cli/package.json apps/cli/
COPY apps/web/package.json apps/web/
COPY packages/api/package.json packages/api/
COPY packages/charts/package.json packages/charts/
COPY packages/db/package.json packages/db/
COPY packages/domain/package.json packages/domain/
COPY packages/testing/package.json packages/testing/

FROM manifests AS build
RUN pnpm install --frozen-lockfile
COPY . .
RUN node scripts/build.ts

# What migrations and first-start set-up need; the server brings its own.
FROM manifests AS tools
RUN pnpm install --frozen-lockfile --prod --filter assay...

# The command alone, for runners: docker build --target cli.
FROM node:24-bookworm-slim AS cli
COPY --from=build /app/apps/web/.next/standalone/apps/web/public/cli/assay.mjs /usr/local/bin/assay
USER node
ENTRYPOINT ["assay"]

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 ASSAY_DATA_DIR=/data ASSAY_LOG_FORMAT=json
WORKDIR /app
COPY --from=tools /app ./
COPY --from=build /app/packages/api/src ./packages/api/src
COPY --from=build /app/packages/charts/src ./packages/charts/src
COPY --from=build /app/packages/db/src ./packages/db/src
COPY --from=build /app/packages/domain/src ./packages/domain/src
COPY --from=build /app/prisma ./prisma
COPY --from=build /app/scripts ./scripts
COPY --from=build /app/bin ./bin
COPY --from=build /app/docs ./docs
COPY --from=build /app/demo/documents ./demo/documents
COPY --from=build /app/demo/experiments ./demo/experiments
COPY --from=build /app/demo/demo-known-bugs.ts /app/demo/demo-comparisons.ts /app/demo/shares.ts ./demo/
COPY --from=build /app/demo/runner/recorded-runner.ts ./demo/runner/
COPY --from=build /app/demo/reports ./demo/reports
COPY --from=build /app/demo/specs ./demo/specs
COPY --from=build /app/apps/web/.next/standalone ./apps/web/.next/standalone
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start/start.ts", "--built"]
