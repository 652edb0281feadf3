import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { importFiles } from '../../import/import-files.ts'
import { parseImportProfile } from '../../import/profile/profile.ts'
import { SHIPPED_PROFILES } from '../../import/profile/shipped-profiles.ts'
import { unwrap } from '../../result.ts'
import { parseCsvMapping } from './csv-mapping.ts'
import { parseJsonPath, selectRows } from './json-path.ts'
import { parseMappedJson } from './mapped-json.ts'

const profile = unwrap(parseImportProfile(SHIPPED_PROFILES.archive))
const seed = Number(process.env.ASSAY_TEST_SEED ?? 3105)

const MAPPING = `schemaVersion: 1
rows: $.results[*].tests[*]
columns:
  $.server.name: product
  $.server.release: version
  ^.threads: clients
  "@key": test
  rate: { metric: qps }
  latency["p99.9"]: { metric: "latency_ms_p99.9", unit: ms, better: lower, times: 0.001 }
set: { benchmark: mybench }
values: { product: { pg: PostgreSQL } }
`
const DOCUMENT = {
  server: { name: 'pg', release: '18.1' },
  results: [
    { threads: 8, tests: { 'point-query': { rate: 1000.5, latency: { 'p99.9': 1500 } } } },
    { threads: 16, tests: { 'point-query': { rate: 1900, latency: { 'p99.9': 2500 } }, range: { rate: 90 } } },
  ],
}

const read = (files: Readonly<Record<string, string>>) =>
  importFiles(
    Object.entries(files).map(([path, text]) => ({ path, text })),
    { profile, overrides: { hardware: 'lab3' } },
  )
const rowsOf = ({ documents }: ReturnType<typeof read>) =>
  documents.flatMap(({ product, version, metricNames, results }) =>
    results.map(({ test: name, clients, values }) =>
      [
        product,
        version,
        name,
        clients,
        ...metricNames.flatMap((metric, i) => (values[i] == null ? [] : [`${metric}=${values[i]}`])),
      ].join(' '),
    ),
  )

test('rows are nested objects, and their columns paths from the root, the row around them and their key', () => {
  const all = read({ 'd/out.json.mapping.yaml': MAPPING, 'd/out.json': JSON.stringify(DOCUMENT, null, 1) })
  expect(all.problems).toEqual([])
  expect(rowsOf(all).sort()).toEqual([
    'PostgreSQL 18.1 point-query 16 qps=1900 latency_ms_p99.9=2.5',
    'PostgreSQL 18.1 point-query 8 qps=1000.5 latency_ms_p99.9=1.5',
    'PostgreSQL 18.1 range 16 qps=90',
  ])
})

test('a document on each line is read, also from standard output that was kept as text', () => {
  const mapping =
    'schemaVersion: 1\nrows: $\ncolumns: { v: version, t: test, ops: { metric: ops/s } }\nset: { benchmark: mine, product: Mine }\n'
  const text = '{"v":"1.0","t":"get","ops":5}\n{"v":"1.1","t":"get","ops":6}\n'
  for (const name of ['out.ndjson', 'out.txt']) {
    expect(rowsOf(read({ [`d/${name}.mapping.yaml`]: mapping, [`d/${name}`]: text }))).toEqual([
      'Mine 1.0 get 1 ops/s=5',
      'Mine 1.1 get 1 ops/s=6',
    ])
  }
  const cut = read({ 'd/out.ndjson.mapping.yaml': mapping, 'd/out.ndjson': text.slice(0, -6) })
  expect(cut.documents).toEqual([])
  expect(cut.problems).toMatchObject([{ line: 2, refusesRun: true }])
})

test('a mapping may be in the profile; JSON without one is left out with the next step', () => {
  const rule = MAPPING.trimEnd().replaceAll('\n', '\n      ')
  const yaml = `${SHIPPED_PROFILES.archive}\ncsv:\n  - match: "out.json"\n    mapping:\n      ${rule}\n`
  const own = unwrap(parseImportProfile(yaml))
  const files = [{ path: 'd/out.json', text: JSON.stringify(DOCUMENT) }]
  expect(importFiles(files, { profile: own, overrides: { hardware: 'lab3' } }).documents).toHaveLength(1)
  expect(read({ 'd/out.json': JSON.stringify(DOCUMENT) }).ignored).toEqual([
    { path: 'd/out.json', reason: expect.stringMatching(/out\.json\.mapping\.yaml next to it/) },
  ])
})

describe('what does not fit is refused with its line', () => {
  const changed = (change: (document: typeof DOCUMENT) => void) => {
    const document = structuredClone(DOCUMENT)
    change(document)
    return JSON.stringify(document, null, 1)
  }
  test.each<[string, string, RegExp]>([
    [
      'a path that no row has',
      changed(({ server }) => Reflect.deleteProperty(server, 'release')),
      /"?\$\.server\.release.* in any row/,
    ],
    [
      'an object in the place of a value',
      changed((document) => Reflect.set(document.server, 'name', {})),
      /is an object, not a value/,
    ],
    ['no rows', changed((document) => Reflect.set(document, 'results', [])), /has nothing at/],
    [
      'a negative rate',
      changed((document) => Reflect.set(document.results[0]?.tests['point-query'] ?? {}, 'rate', -1)),
      /qps is -1, and cannot be negative/,
    ],
    ['a document that is cut', JSON.stringify(DOCUMENT).slice(0, -3), /is no JSON/],
  ])('%s', (_name, text, message) => {
    const { documents, problems } = read({ 'd/out.json.mapping.yaml': MAPPING, 'd/out.json': text })
    expect(documents).toEqual([])
    expect(problems.map((problem) => problem.message).join('\n')).toMatch(message)
    expect(problems.every(({ line }) => line === undefined || line >= 1)).toBe(true)
  })

  test('the line is that of the row', () => {
    const text = changed((document) => Reflect.set(document.results[1]?.tests ?? {}, 'range', { rate: -1 }))
    const { problems } = read({ 'd/out.json.mapping.yaml': MAPPING, 'd/out.json': text })
    expect(text.split('\n')[(problems[0]?.line ?? 0) - 1]).toContain('"range"')
  })

  test('a mapping with a wrong path', () => {
    const wrong = parseCsvMapping(MAPPING.replace('$.results[*].tests[*]', '$.results[?(@.x)]'))
    expect(wrong).toMatchObject({
      ok: false,
      error: { line: 2, message: expect.stringMatching(/is not a path such as/) },
    })
    expect(parseCsvMapping(MAPPING.replace('rate:', '"rate[":'))).toMatchObject({ ok: false })
  })
})

test(`every value of a document is selected by the path to it (seed ${seed})`, () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9_-]{0,6}$/)
  fc.assert(
    fc.property(fc.array(fc.oneof(name, fc.nat(3)), { minLength: 1, maxLength: 6 }), fc.integer(), (keys, leaf) => {
      const document = keys.reduceRight<unknown>(
        (inner, key) =>
          typeof key === 'number' ? [...Array.from({ length: key }, () => null), inner] : { [key]: inner },
        leaf,
      )
      const text = `$${keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('')}`
      const rows = selectRows(document, unwrap(parseJsonPath(text)), 10)
      expect(rows.map(({ value, path }) => [value, path])).toEqual([[leaf, keys]])
    }),
    { seed },
  )
})

test(`no JSON makes the reader throw (seed ${seed})`, () => {
  const mapping = unwrap(parseCsvMapping(MAPPING))
  fc.assert(
    fc.property(fc.json(), fc.nat(40), (json, length) => {
      parseMappedJson(json, 'x.json', mapping)
      parseMappedJson(json.slice(0, length), 'x.json', mapping)
    }),
    { seed },
  )
})
