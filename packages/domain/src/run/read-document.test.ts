import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkDocument } from './check-document.ts'
import { readDocument } from './read-document.ts'
import { UploadDocument } from './upload-document.ts'

const valid = () => ({
  schemaVersion: 1,
  product: 'Postgres',
  version: '18.0',
  build: { name: 'o2nofp' },
  config: { name: 'x10a', settings: { shared_buffers: '70GB' } },
  hardware: { name: 'm1', cores: 32 },
  benchmark: { name: 'sysbench' },
  workload: { name: 'cached', params: { tables: 8, engine: 'heap' } },
  tests: [{ name: 'point-query', group: 'reads', order: 1, primaryMetric: 'qps' }],
  metricNames: ['qps', 'latency_ms_avg'],
  results: [
    { test: 'point-query', clients: 24, values: [1000.5, null], command: 'sysbench run' },
    {
      test: 'scan',
      clients: 24,
      values: [10, 2.5],
      samples: [{ metric: 'qps', intervalSeconds: 1, values: [1, null, 3] }],
    },
  ],
})

/** Reads a document by the whole schema, which `readDocument` avoids for valid documents. */
function readBySchema(value: unknown) {
  const parsed = UploadDocument.safeParse(value)
  return { document: parsed.data, accepts: parsed.success && checkDocument(parsed.data).length === 0 }
}

type Container = Record<string, unknown>
const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null

/** Every object or list in a document with each of its keys. */
function positions(value: unknown): { container: Container; key: string }[] {
  if (!isContainer(value)) return []
  return Object.keys(value).flatMap((key) => [{ container: value, key }, ...positions(value[key])])
}

const sparse = () =>
  Object.assign(
    Array.from({ length: 1 }, () => 1),
    { length: 2 },
  )
const ODD = fc.constantFrom<unknown>(
  ...[Number.NaN, Number.POSITIVE_INFINITY, -1, 0, 1.5, 1e300, '', ' a', 'a\u0000', 'e\u0301', '1', true, null],
  ...[undefined, [], {}, [null], [1], [1, undefined], [1, '2'], [1, Number.NaN], sparse(), new Map(), { length: 2 }],
)

test('a document with any one odd value is accepted or refused as by the whole schema', () => {
  let accepted = 0
  fc.assert(
    fc.property(fc.nat(), ODD, fc.boolean(), (at, odd, isAdded) => {
      const document = valid()
      const all = positions(document)
      const { container, key } = all[at % all.length] ?? { container: {}, key: '' }
      if (isAdded && Array.isArray(container)) container.push(odd)
      else container[isAdded ? `${key}2` : key] = odd
      const [read, expected] = [readDocument(document), readBySchema(document)]
      expect(read.ok).toBe(expected.accepts)
      if (read.ok) expect(read.value).toEqual(expected.document)
      accepted += read.ok ? 1 : 0
    }),
    { numRuns: 2_000 },
  )
  expect(accepted).toBeGreaterThan(10)
})

test('errors name each value and what is expected, as those of the whole schema', () => {
  const document = { ...valid(), results: [{ test: 'scan', clients: 1, values: [1, 'x'] }] }
  const read = readDocument(document)
  expect(read).toMatchObject({ ok: false, error: [{ pointer: '/results/0/values/1' }] })
  const issues = UploadDocument.safeParse(document).error?.issues ?? []
  expect(read.ok ? [] : read.error.map(({ message }) => message)).toEqual(issues.map(({ message }) => message))
})
