// A real database: its sessions are processes on this machine.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { openDatabase } from '@assay/db/open'
import { createTestDatabase } from '@assay/db/testing'
import { expect, test } from 'vitest'
import { giveWay } from '../lib/give-way.ts'
import { lowerSessions } from './lower-sessions.ts'

const NICE = 7

test('each session of a pool is reported, and gets the lower priority where this process may set it', async () => {
  const database = await createTestDatabase()
  const sessions: number[] = []
  const db = openDatabase(database.url, { onSession: (pid) => void sessions.push(pid) })
  expect(await db.ready()).toMatchObject({ ready: true })
  expect(sessions.length).toBeGreaterThan(0)
  for (const pid of sessions.filter(isOnThisMachine)) {
    await giveWay(pid, NICE)
    expect(getPriority(pid)).toBe(NICE)
    const autogroup = `/proc/${pid}/autogroup`
    if (existsSync(autogroup)) expect(readFileSync(autogroup, 'utf8')).toMatch(new RegExp(`nice ${NICE}$`, 'm'))
  }
  await db.close()
  await database.drop()
})

/** ASSAY_TEST_POSTGRES_URL may name another machine, whose numbers of processes mean nothing here. */
const isOnThisMachine = (pid: number): boolean =>
  existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('postgres')

test('a process of normal priority, or with a database elsewhere, lowers none, and an ended process is no error', async () => {
  expect(lowerSessions()).toBeUndefined()
  const ended = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(ended, 'exit')
  await giveWay(ended.pid, NICE)
  await giveWay(undefined, NICE)
})
