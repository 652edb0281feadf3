// A server with data and a backup of it, for drills that restore the backup into an empty database.

import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '@assay/db/testing'
import { expect, vi } from 'vitest'
import { createBackup } from '../backup/create-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { type DrillServer, fillServer, openDrillServer, readAnswers, storeOf } from './drill-server.ts'
import { createEmptyDatabase } from './empty-database.ts'

export type BackupDrill = Awaited<ReturnType<typeof openBackupDrill>>

/** Opens a server with data, reads its responses and makes a backup of it. */
export async function openBackupDrill() {
  const source = await createTestDatabase()
  const server = openDrillServer(source.url)
  const tokens = await fillServer(server)
  // The first report has no count of raw files on a busy machine.
  const isHealthy = async () =>
    expect(await server.health()).toMatchObject({ ready: true, attachments: { referenced: 6, missing: 0 } })
  await vi.waitFor(isHealthy, { timeout: 60_000 })
  const answers = await readAnswers(server, tokens)
  expect(answers.filter((answer) => !/ 200 /.test(answer))).toEqual([])
  const backups = mkdtempSync(join(tmpdir(), 'assay-backups-'))
  const secret = readFileSync(join(server.dataDir, 'secret'), 'utf8').trim()
  const backUp = (directory = backups, now = new Date()) =>
    createBackup({ url: source.url, dataDir: server.dataDir, secret, store: storeOf(server.dataDir) }, directory, now)
  const { name } = await backUp()
  return {
    ...{ source, server, tokens, answers, secret, backups, name, backUp },
    copyOfBackups() {
      const copy = mkdtempSync(join(tmpdir(), 'assay-damaged-'))
      cpSync(backups, copy, { recursive: true })
      return copy
    },
    async close() {
      await server.stop()
      await source.drop()
      server.remove()
      rmSync(backups, { recursive: true })
    },
  }
}

export type RestoreTarget = Awaited<ReturnType<typeof openRestoreTarget>>

/** Opens an empty database and an empty data directory, into which the backups of a drill are restored. */
export async function openRestoreTarget(drill: BackupDrill) {
  const { url, drop } = await createEmptyDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-restored-'))
  const settings = { url, dataDir, givenSecret: undefined, store: storeOf(dataDir), replace: false }
  return {
    ...{ url, dataDir, settings },
    restore: (directory = drill.backups, changes: { givenSecret?: string; replace?: boolean; name?: string } = {}) =>
      restoreBackup({ ...settings, ...changes }, directory, changes.name ?? drill.name),
    async withRestored<T>(use: (restored: DrillServer) => Promise<T>): Promise<T> {
      const restored = openDrillServer(url, dataDir)
      try {
        return await use(restored)
      } finally {
        await restored.stop()
      }
    },
    async close() {
      await drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
