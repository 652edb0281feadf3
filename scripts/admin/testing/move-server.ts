import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect } from 'vitest'
import { ROOT } from '../../lib/bootstrap/node.mjs'
import { migrateInChild } from '../../lib/migrate/migrate-in-child.ts'
import { startPostgres } from '../../lib/postgres/start-postgres.ts'
import { fillServer, openDrillServer, readAnswers } from './drill-server.ts'

const directories: string[] = []
/** Creates a directory that is deleted after the test. */
export const temporary = () => {
  const directory = mkdtempSync(join(tmpdir(), 'assay-move-'))
  directories.push(directory)
  return directory
}
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true })
})

/** Runs `assay …` with only these settings. */
export const assay = async (args: string[], settings: Record<string, string>) => {
  const env = { PATH: process.env.PATH, ...settings }
  return promisify(execFile)(process.execPath, [join(ROOT, 'bin/assay.mjs'), ...args], { env })
}

/** Returns REST responses of a server over this database and data directory, which must be ready. */
export async function answersOf(url: string, dataDir: string, tokens: Record<string, string>): Promise<string[]> {
  const server = openDrillServer(url, dataDir)
  try {
    expect(await server.health()).toMatchObject({ ready: true })
    return await readAnswers(server, tokens)
  } finally {
    await server.stop()
  }
}

/** Fills a migrated database. Returns tokens of its projects and the answers of REST. */
export async function filled(url: string, dataDir: string) {
  const server = openDrillServer(url, dataDir)
  try {
    const tokens = await fillServer(server)
    await server.health()
    return { tokens, answers: await readAnswers(server, tokens) }
  } finally {
    await server.stop()
  }
}

/** `filled` for the embedded Postgres of a data directory. */
export async function fillEmbedded(dataDir: string) {
  const postgres = await startPostgres({ dataDir, durable: false })
  try {
    await migrateInChild(postgres.url)
    return await filled(postgres.url, dataDir)
  } finally {
    await postgres.stop()
  }
}
