import { fixtureText } from '@assay/testing/import/recorded-output'
import { expect, test } from 'vitest'
import { importFiles } from '../../import/import-files.ts'
import type { ImportOverrides } from '../../import/overrides.ts'
import { parseImportProfile } from '../../import/profile/profile.ts'
import { SHIPPED_PROFILES } from '../../import/profile/shipped-profiles.ts'
import { unwrap } from '../../result.ts'
import { parseRedisBenchmark } from './redis-benchmark-report.ts'

const profile = unwrap(parseImportProfile(SHIPPED_PROFILES.archive))
const recorded = (name: string) => fixtureText(`redis-benchmark-7.0.15/${name}`)

test('the full report states clients, payload, seconds and latencies', () => {
  const { value, problems } = parseRedisBenchmark(recorded('threads'), 'f')
  expect(problems).toEqual([])
  expect(value?.map(({ name }) => name)).toEqual(['SET', 'INCR'])
  expect(value?.[0]).toMatchObject({
    requestsPerSecond: 3787.88,
    clients: 4,
    payloadBytes: 3,
    latencies: { avg: 0.826, min: 0.016, p50: 0.071, p95: 3.487, p99: 18.527, max: 46.527 },
  })
})

test('a report of a version before 6.2 has a rate and no percentiles', () => {
  const section = (name: string, rate: string) => `====== ${name} ======
  100000 requests completed in 1.02 seconds
  50 parallel clients
  3 bytes payload
  keep alive: 1

99.95% <= 1 milliseconds
100.00% <= 1 milliseconds
${rate} requests per second

`
  const text = section('SET', '98039.22') + section('GET', '98039.20')
  const { value, problems } = parseRedisBenchmark(text, 'f')
  expect(problems).toEqual([])
  expect(value).toMatchObject([
    { name: 'SET', requestsPerSecond: 98_039.22, clients: 50, latencies: {} },
    { name: 'GET', requestsPerSecond: 98_039.2, seconds: 1.02 },
  ])
  const cut = text.slice(0, text.lastIndexOf('98039.20'))
  expect(parseRedisBenchmark(cut, 'f').problems[0]).toMatchObject({ refusesRun: true })
})

test('CSV has the same figures without the number of clients', () => {
  const { value } = parseRedisBenchmark(recorded('csv'), 'f')
  expect(value?.[1]).toMatchObject({ name: 'GET', requestsPerSecond: 26666.67, clients: null })
  expect(value?.[1]?.latencies).toMatchObject({ p99: 1.975, max: 3.647 })
})

test('of a line that shows progress, only its last state is read', () => {
  const { value } = parseRedisBenchmark(recorded('quiet'), 'f')
  expect(value?.map(({ name }) => name)).toEqual(['PING_INLINE', 'PING_MBULK', 'GET'])
})

test('a refused connection is a failed result, and its number of clients is asked for', () => {
  const files = [{ path: 'redis-7.2.4/out.txt', text: recorded('no_server') }]
  const options = (overrides: ImportOverrides) => ({ profile, overrides: { hardware: 'box1', ...overrides } })
  expect(importFiles(files, options({})).questions).toMatchObject([{ field: 'clients' }])
  const { documents } = importFiles(files, options({ clients: 50 }))
  expect(documents[0]?.results).toMatchObject([
    {
      test: 'redis-benchmark',
      clients: 50,
      status: 'failed',
      statusReason: expect.stringContaining('Connection refused'),
    },
  ])
})
