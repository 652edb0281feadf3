// Makes `prisma generate`, `validate` and `format` work without a native engine: none of them runs it, but the CLI
// looks for one and would download it. Migrations go through the WASM engine in scripts/migrate.ts.
const environment = process.env
environment.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath

import { defineConfig } from 'prisma/config'

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: environment.DATABASE_URL ?? 'postgresql://localhost/assay' },
})
