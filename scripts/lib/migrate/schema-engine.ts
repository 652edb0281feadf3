// Prisma's schema engine as WebAssembly: the same migrations, table and checksums as the native one, which would have
// to be downloaded. Load it once per process, and end the process with process.exit, because it leaves a timer behind.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils'
import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg'
import type { Connection } from './migration-connection.ts'
import type { PrismaFiles } from './migration-files.ts'
import { schemaAdapterFactory } from './schema-adapter.ts'

const FILTERS = { externalTables: [], externalEnums: [] }

type Migrator = {
  /** Applies pending migrations, in order. @returns the names that were applied */
  apply: () => Promise<string[]>
  /** Returns the SQL that leads from the migrations to schema.prisma, with a shadow database; empty when they agree. */
  diff: () => Promise<string>
  markRolledBack: (name: string) => Promise<void>
}

/** Calls `use` with an engine for one database, and closes every connection that it opened. */
export async function withEngine<T>(
  { connection, files }: { connection: Connection; files: PrismaFiles },
  use: (migrator: Migrator) => Promise<T>,
): Promise<T> {
  const opened = new Set<SqlDriverAdapter>()
  const schema = { path: join(files.directory, 'schema.prisma'), content: files.schema }
  const migrationsList = listForEngine(files)
  const engine = await newEngine([schema.path, schema.content], schemaAdapterFactory(connection, opened))
  try {
    return await use({
      apply: async () => {
        const { appliedMigrationNames } = await engine.applyMigrations({
          migrationsList,
          filters: FILTERS,
        })
        return appliedMigrationNames
      },
      diff: async () => {
        const { exitCode, stdout } = await engine.diff({
          from: { tag: 'migrations', ...migrationsList },
          to: { tag: 'schemaDatamodel', files: [schema] },
          script: true,
          exitCode: true,
          filters: FILTERS,
        })
        return exitCode === 0 ? '' : (stdout ?? '')
      },
      markRolledBack: async (name) => void (await engine.markMigrationRolledBack({ migrationName: name })),
    })
  } finally {
    for (const adapter of opened) await adapter.dispose()
  }
}

async function newEngine(datamodel: [string, string], factory: object): Promise<SchemaEngine> {
  // Without this a panic of the engine appears as a TypeError about an undefined registry.
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: (text: string) => console.error(text) } })
  const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg')
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const wasm = readFileSync(join(dirname(entry), 'schema_engine_bg.wasm'))
  const { instance } = await WebAssembly.instantiate(wasm, { './schema_engine_bg.js': glue })
  glue.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start()
  return glue.SchemaEngine.new({ datamodels: [datamodel] }, () => {}, factory)
}

function listForEngine({ directory, migrations }: PrismaFiles): MigrationList {
  return {
    baseDir: join(directory, 'migrations'),
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
    })),
  }
}

/** The part of the standard that is used here; @types/node does not declare it. */
declare const WebAssembly: {
  instantiate(
    bytes: Uint8Array,
    imports: Record<string, unknown>,
  ): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>
}
