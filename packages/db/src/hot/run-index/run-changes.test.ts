import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { invariant } from '@assay/domain/result'
import fc from 'fast-check'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestProject, type TestProject } from '../../testing/open-test-project.ts'
import { ChangeColumn, type Horizon, isBehind, recordRunChange, SELECTED_CHANGES } from './run-changes.ts'

const MAX_WRITERS = 4

let lab: TestProject
let clients: Client[]
beforeAll(async () => {
  lab = await openTestProject()
  clients = Array.from({ length: 1 + MAX_WRITERS }, () => new Client({ connectionString: lab.url }))
  await Promise.all(clients.map((client) => client.connect()))
  await clients[0]?.query('create sequence unlocked_number')
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()))
  await lab.close()
})

const EMPTY: Horizon = Array.from({ length: 16 }, () => 0)

/** A transaction that stores or removes a run, with pauses in milliseconds before and after it takes its number. */
type Upload = { slot: number; removed: boolean; before: number; after: number; commits: boolean }

const upload = fc.record<Upload>({
  // With only three slots, transactions often need the same counter.
  slot: fc.integer({ min: 0, max: 2 }),
  removed: fc.boolean(),
  before: fc.integer({ min: 0, max: 3 }),
  after: fc.integer({ min: 0, max: 3 }),
  commits: fc.boolean(),
})

type Protocol = { record: typeof recordRunChange; select: string }

const LOCKED: Protocol = { record: recordRunChange, select: SELECTED_CHANGES }

/** Runs the uploads on four connections while a reader follows the horizon on another connection. */
async function followChanges(uploads: readonly Upload[], { record, select }: Protocol) {
  const { projectId } = await lab.other(randomUUID())
  const committed = new Set<string>()
  const seen = new Set<string>()
  /** Changes that the first read after their commit did not return. */
  const late = new Set<string>()
  let horizon = EMPTY
  let isDone = false
  const [reader, ...writers] = clients
  invariant(reader !== undefined, 'beforeAll connected the clients')

  const read = async () => {
    const committedBefore = [...committed]
    const { rows } = await reader.query(`select ${select}`, [projectId, horizon])
    const { changes } = ChangeColumn.parse(rows[0])
    expect(isBehind(changes.horizon, horizon)).toBe(false)
    for (const id of [...changes.newRuns, ...changes.removals]) {
      expect(seen.has(id), 'a change is returned once').toBe(false)
      seen.add(id)
    }
    for (const id of committedBefore) if (!seen.has(id)) late.add(id)
    horizon = changes.horizon
  }
  const waiting = [...uploads]
  const write = async (client: Client) => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const id = `${randomUUID().slice(0, -1)}${one.slot}`
      const { text, values } = record(projectId, id, one.removed)
      await client.query('begin')
      await sleep(one.before)
      await client.query(text, [...(values ?? [])])
      await sleep(one.after)
      await client.query(one.commits ? 'commit' : 'rollback')
      if (one.commits) committed.add(id)
    }
  }
  const following = (async () => {
    while (!isDone) await read()
  })()
  await Promise.all(writers.map(write))
  isDone = true
  await following
  await read()
  return { committed, seen, late }
}

test('a reader that follows the horizon gets every change once, with the first read after its commit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(upload, { minLength: 4, maxLength: 14 }), async (uploads) => {
      const { committed, seen, late } = await followChanges(uploads, LOCKED)
      expect(seen).toEqual(committed)
      expect([...late]).toEqual([])
    }),
    { numRuns: 25 },
  )
})

/** Numbers of a sequence, which does not stay locked until the commit, and a reader that takes the last visible one. */
const UNLOCKED: Protocol = {
  record: (projectId, runId, removed) => ({
    text: `insert into run_change (project_id, slot, number, run_id, removed) select $1, $2, nextval('unlocked_number'), $3, $4`,
    values: recordRunChange(projectId, runId, removed).values ?? [],
  }),
  select: SELECTED_CHANGES.replace(
    'run_counter c',
    '(select project_id, slot, max(number) as number from run_change group by project_id, slot) c',
  ),
}

test('control: the reader misses a change when a later number of its slot is committed first', async () => {
  const slow: Upload = { slot: 0, removed: false, before: 0, after: 300, commits: true }
  const fast: Upload = { ...slow, before: 100, after: 0 }
  const { committed, seen } = await followChanges([slow, fast], UNLOCKED)
  expect([committed.size, seen.size]).toEqual([2, 1])
  const locked = await followChanges([slow, fast], LOCKED)
  expect([locked.committed.size, locked.seen.size]).toEqual([2, 2])
})
