// npm start after packages are installed: database, build and server, each skipped or reused when nothing changed.
// --built skips the build, because an image contains it without its inputs. --dev (npm run dev) skips it too: pages are
// compiled from their sources on demand.

import { join, relative } from 'node:path'
import { ensureSetUpCode } from '@assay/api/accounts/set-up-code'
import { captureConsole } from '@assay/api/observability/log'
import { watchParent } from '../lib/bootstrap/watch-parent.mjs'
import { parseDatabaseUrl, withClient } from '../lib/migrate/migration-connection.ts'
import { formatError } from '../lib/plain-error.ts'
import { makeDataDirectory } from '../lib/postgres/data-directory.ts'
import { releaseMemoryOfStart } from '../serve/release-memory.ts'
import { buildWeb } from './build-web.ts'
import { checkFreeSpace } from './free-space.ts'
import { generateClient } from './generate-client.ts'
import { isSetUp } from './is-set-up.ts'
import { createLifetime } from './lifetime.ts'
import { openDatabase } from './open-database.ts'
import { runSetup } from './run-setup.ts'
import { serveProduct } from './serve-product.ts'
import { loadDotEnv, readSettings, type Settings } from './settings.ts'
import { checkPort } from './web-port.ts'

/** More names of migrations than this are printed as a number. */
const MAX_NAMED_MIGRATIONS = 5

const lifetime = createLifetime()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end())
watchParent(() => void end())

try {
  loadDotEnv()
  captureConsole()
  await start(readSettings(process.env))
} catch (error) {
  if (!lifetime.signal.aborted) console.error(formatError(error))
  await lifetime.end(1)
}

async function start(settings: Settings): Promise<void> {
  makeDataDirectory(settings.dataDir)
  checkFreeSpace(settings.dataDir)
  await checkPort(settings)
  const isDevelopment = process.argv.includes('--dev')
  const isBuilt = process.argv.includes('--built')
  if (!isBuilt && (await generateClient(lifetime.signal))) printStep('client', 'generated from prisma/schema.prisma')
  const database = prepareDatabase(settings)
  const serve = async () => {
    if (!isBuilt && !isDevelopment) await prepareBuild()
    await serveProduct(settings, database, { lifetime, isDevelopment })
  }
  const [databaseUrl] = await Promise.all([database, serve()])
  releaseMemoryOfStart()
  printAddress(settings, (await hasOwner(databaseUrl)) ? null : ensureSetUpCode(settings.dataDir))
}

async function prepareDatabase(settings: Settings): Promise<string> {
  const { url, where, notes, applied } = await openDatabase(settings, lifetime)
  for (const note of notes) printStep('database', note)
  printStep('database', where)
  printStep('migrations', describeMigrations(applied))
  if (settings.setUp && !(await isSetUp(settings, url))) await runSetup(settings, url, lifetime.signal)
  return url
}

/** For a new database only the number of migrations is printed, after an upgrade the names of the few new ones. */
function describeMigrations(applied: readonly string[]): string {
  if (applied.length === 0) return 'up to date'
  return applied.length > MAX_NAMED_MIGRATIONS ? `applied ${applied.length}` : `applied ${applied.join(', ')}`
}

async function prepareBuild(): Promise<void> {
  const began = Date.now()
  const timer = setTimeout(() => printStep('build', 'building the pages, about a minute'), 500)
  const built = await buildWeb(lifetime.signal).finally(() => clearTimeout(timer))
  printStep('build', built ? `done (${Math.round((Date.now() - began) / 1000)} s)` : 'nothing changed')
}

function printAddress({ host, port, dataDir, publicUrl, setUp }: Settings, setUpCode: string | null): void {
  const url = publicUrl?.replace(/\/$/, '') ?? `http://localhost:${port}`
  const token = relative(process.cwd(), join(dataDir, 'token'))
  const firstAccount = setUpCode === null ? '' : `\n  First account: ${url}/set-up?code=${setUpCode}`
  const uploadToken = setUp
    ? `\n  Upload token: in the file ${token.startsWith('..') ? join(dataDir, 'token') : token}`
    : ''
  console.log(`
Assay is at ${url}${firstAccount}${uploadToken}
  ${host === '127.0.0.1' ? 'Only this machine can reach it; HOST=0.0.0.0 npm start opens it to others.' : `It listens on ${host}.`}
  Ctrl-C stops it.
`)
}

async function end(): Promise<void> {
  if (!lifetime.signal.aborted) console.log('\nstopping')
  await lifetime.end(0)
}

function printStep(step: string, text: string): void {
  console.log(`${step.padEnd(12)} ${text}`)
}

/** Returns true when an organization of this server has an owner; until then the first account can be created. */
async function hasOwner(databaseUrl: string): Promise<boolean> {
  const { rows } = await withClient(parseDatabaseUrl(databaseUrl), (client) =>
    client.query("select exists (select from membership where role = 'owner') as found"),
  )
  return rows[0]?.found === true
}
