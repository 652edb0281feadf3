import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { ImportFile } from '@assay/domain/import/import-files'
import { mutations, oddPath } from '@assay/testing/import/mutations'
import { packArchive } from '@assay/testing/import/pack-archive'
import { recordedFolders, WRITTEN_FOLDERS } from '@assay/testing/import/recorded-fixture-folders'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Number of random uploads; `ASSAY_FUZZ_RUNS=5000 npx vitest run --project server fuzz-uploads` runs more. */
const NUM_RUNS = Number(process.env.ASSAY_FUZZ_RUNS ?? 60)

/** Detects requests that never get a response; the fuzz test of the importers finds endless loops. */
const MAX_MILLISECONDS_OF_ONE_ANSWER = 120_000

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = (await server.addProject('demo')).token
})
afterAll(() => server.stop())

const archiveOf = (files: readonly ImportFile[]) =>
  packArchive((tar) => {
    for (const { path, text } of files) tar.entry({ name: path }, text.toWellFormed())
  }, false)

const folders = [...recordedFolders(), ...WRITTEN_FOLDERS]

/**
 * A folder with one file damaged and perhaps renamed; the others are intact, so that a partial import could store
 * something.
 */
const damaged = fc
  .tuple(fc.constantFrom(...folders), fc.nat(), mutations, oddPath)
  .map(([files, pick, changes, rename]): ImportFile[] =>
    files.map((file, i) =>
      i === pick % files.length
        ? { path: rename(file.path), text: changes.reduce((text, change) => change(text), file.text) }
        : file,
    ),
  )

/** The bytes that arrive: the whole archive, or a prefix of it, as after a broken connection. */
const arrival = fc.record({
  gzip: fc.boolean(),
  share: fc.oneof({ arbitrary: fc.constant(1), weight: 4 }, fc.double({ min: 0, max: 1, noNaN: true })),
})

const FACTS = 'product=P&version=1.0&hardware=box&workload=w'
const query = fc.constantFrom('', `?${FACTS}`, `?${FACTS}&skipRefused=true`, `?${FACTS}&onConflict=repeat`)

type Receipt = { runs: { runId: string; outcome: string }[] }

const read = async <T>(path: string): Promise<T> => (await (await server.send(path)).json()) as T

test('a damaged folder is stored completely or refused without a fault, and a refused one stores nothing', async () => {
  const outcomes = new Set<string>()
  const check = async (
    files: readonly ImportFile[],
    { gzip, share }: { gzip: boolean; share: number },
    search: string,
  ) => {
    const bytes = await archiveOf(files)
    const packed = gzip ? gzipSync(bytes) : bytes
    const before = (await read<{ total: number }>('/api/v1/projects/demo/runs?limit=1')).total
    const request = server.send(`/api/v1/uploads${search}`, {
      method: 'POST',
      body: new Uint8Array(packed.subarray(0, Math.ceil(share * packed.length))),
      headers: { authorization: `Bearer ${token}`, 'content-type': gzip ? 'application/gzip' : 'application/x-tar' },
    })
    const answer = await Promise.race([request, sleep(MAX_MILLISECONDS_OF_ONE_ANSWER, null, { ref: false })])
    expect(answer, 'an answer in time').not.toBeNull()
    const text = (await answer?.text()) ?? ''
    const status = answer?.status ?? 0
    outcomes.add(status < 400 ? 'stored' : 'refused')
    expect(status, text).toBeLessThan(500)
    const after = (await read<{ total: number }>('/api/v1/projects/demo/runs?limit=1')).total
    if (status >= 400) {
      expect(JSON.parse(text)).toMatchObject({ status, detail: expect.any(String) })
      expect(after, text).toBe(before)
      return
    }
    const { runs } = JSON.parse(text) as Receipt
    const stored = runs.filter(({ outcome }) => outcome === 'stored')
    expect(after - before).toBe(new Set(stored.map(({ runId }) => runId)).size)
    for (const { runId } of stored.slice(0, 3)) {
      const { results } = await read<{ results: unknown[] }>(`/api/v1/projects/demo/runs/${runId}`)
      expect(results.length).toBeGreaterThan(0)
    }
  }
  await fc.assert(fc.asyncProperty(damaged, arrival, query, check), { numRuns: NUM_RUNS })
  expect([...outcomes].sort()).toEqual(['refused', 'stored'])
}, 3_600_000)
