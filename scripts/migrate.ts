// Runs migrations by hand: npm run db:migrate -- [deploy] | status | diff | new NAME | resolve NAME [--url URL]

import { parseArgs } from 'node:util'
import type pg from 'pg'
import { distributeTables } from './admin/distribute/distribute-tables.ts'
import { planDistribution } from './admin/distribute/distribution-plan.ts'
import { deploy, status } from './lib/migrate/deploy.ts'
import { isDistributed } from './lib/migrate/distributed-script.ts'
import { type Connection, parseDatabaseUrl, withClient } from './lib/migrate/migration-connection.ts'
import { PRISMA_DIRECTORY, type PrismaFiles, readPrismaFiles } from './lib/migrate/migration-files.ts'
import { newMigration } from './lib/migrate/new-migration.ts'
import { withEngine } from './lib/migrate/schema-engine.ts'
import { errorCode, formatError, PlainError } from './lib/plain-error.ts'

const USAGE = `npm run db:migrate -- [COMMAND] [--url URL] [--prisma DIRECTORY]

URL is DATABASE_URL when absent, DIRECTORY is prisma/ of this checkout.

  deploy         apply the pending migrations; the default
  status         list applied and pending migrations
  diff           print the SQL from the migrations to schema.prisma; exit code 2 when there is any
  new NAME       write that SQL as a new migration
  resolve NAME   mark a failed migration as rolled back, so that deploy tries it again`

type Target = { connection: Connection; files: PrismaFiles }

/** Each command prints its answer and returns its exit code. */
const commands: Record<string, (target: Target, name: string) => Promise<number>> = {
  deploy: async ({ connection, files }) => {
    const applied = await deploy(connection, files)
    for (const name of applied) console.log(`applied ${name}`)
    if (applied.length === 0) console.log('up to date')
    else await withClient(connection, distributeNewTables)
    return 0
  },
  status: async ({ connection, files }) => {
    const { applied, pending } = await status(connection, files)
    for (const name of applied) console.log(`applied ${name}`)
    for (const name of pending) console.log(`pending ${name}`)
    return 0
  },
  diff: async (target) => {
    const sql = await withEngine(target, (engine) => engine.diff())
    console.log(sql === '' ? 'the migrations lead to schema.prisma' : sql)
    return sql === '' ? 0 : 2
  },
  new: async (target, name) => {
    console.log(`wrote ${await newMigration(target, { name, now: new Date() })}: read it, finish its first lines`)
    return 0
  },
  resolve: async (target, name) => {
    await withEngine(target, (engine) => engine.markRolledBack(name))
    console.log(`marked ${name} as rolled back`)
    return 0
  },
}

/** Tables of a migration are created on the coordinator; on a distributed database they move to the nodes. */
async function distributeNewTables(client: pg.Client): Promise<void> {
  if (!(await isDistributed(client))) return
  const plan = await planDistribution(client)
  await distributeTables(client, plan)
  for (const { name } of [...plan.references, ...plan.distributed]) console.log(`distributed ${name}`)
}

try {
  // process.exitCode is not enough, because a timer of the engine would keep the process alive for ten seconds.
  process.exit(await run())
} catch (error) {
  const misused = errorCode(error)?.startsWith('ERR_PARSE_ARGS') === true
  console.error(misused ? `${String(error)}\n\n${USAGE}` : formatError(error))
  process.exit(1)
}

async function run(): Promise<number> {
  const options = { url: { type: 'string' }, prisma: { type: 'string', default: PRISMA_DIRECTORY } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [commandName = 'deploy', name = ''] = positionals
  const command = commands[commandName]
  if (command === undefined || (['new', 'resolve'].includes(commandName) && name === '')) {
    console.error(USAGE)
    return 64
  }
  // A pooler in transaction mode has no sessions, which the lock of migrations needs.
  const url = values.url ?? (process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL)
  if (url === undefined) throw new PlainError('Which database? Set DATABASE_URL or give --url.')
  return command({ connection: parseDatabaseUrl(url), files: readPrismaFiles(values.prisma) }, name)
}
