import { randomUUID } from 'node:crypto'
import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { fromQuery, toQuery } from '@assay/domain/compare/comparison-url'
import type { Grid } from '@assay/domain/compare/grid'
import type { UploadDocument } from '@assay/domain/run/upload-document'
import { anonymous } from '@assay/testing/server/callers'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaller } from '../router.ts'

let server: TestServer
let projects = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const METRICS: Pick<UploadDocument, 'metricNames' | 'tests'> = { metricNames: ['qps'], tests: [{ name: 'scan' }] }
const measured = (qps: number, params: Record<string, number> = {}) => [
  { test: 'scan', clients: 1, params, values: [qps] },
]

/**
 * Creates a project with these runs, uploaded as a runner uploads them; runs without another difference get repeat
 * numbers.
 */
async function projectOf(runs: readonly Partial<UploadDocument>[]) {
  projects += 1
  const slug = `lab-${projects}`
  const { token } = await server.addProject(slug)
  for (const [i, run] of runs.entries()) {
    const build = { compiler: 'gcc', compilerVersion: '13.2', flags: '-O2' }
    const document = exampleDocument({ ...METRICS, build, repeat: i + 1, ...run })
    const { status } = await server.send(`/api/v1/runs/${randomUUID()}`, {
      method: 'PUT',
      body: JSON.stringify(document),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
    expect(status).toBe(201)
  }
  const rest = async (query: string, format = 'json') => {
    const answer = await server.send(`/api/v1/projects/${slug}/compare?format=${format}&${query}`)
    expect(answer.status).toBe(200)
    return answer.text()
  }
  const grid = async (query: string): Promise<Grid> => JSON.parse(await rest(query))
  return { slug, rest, grid }
}

const cellsOf = ({ tables }: Grid) =>
  tables.flatMap(({ columns, groups }) =>
    groups.flatMap(({ rows }) =>
      rows.flatMap(({ cells }) =>
        cells.map(({ value, footnotes }, i) => [columns[i]?.label, value, footnotes.map(({ text }) => text).join(' ')]),
      ),
    ),
  )

const gcc = { compiler: 'gcc', compilerVersion: '13.2' }
/**
 * Name of the case, the differing fields of both runs, the expected difference, and the columns that separate the runs;
 * null where no columns can.
 */
const DIFFERENCES: [string, Partial<UploadDocument>, Partial<UploadDocument>, string, string | null][] = [
  [
    'PGO in the flags',
    { build: { ...gcc, flags: '-O2' } },
    { build: { ...gcc, flags: '-O2 +PGO' } },
    'flags -O2, -O2 +PGO',
    'compiler,flags',
  ],
  ['PGO', { build: gcc }, { build: { ...gcc, pgo: true } }, 'flags not stated, +PGO', 'compiler,flags'],
  ['BOLT', { build: gcc }, { build: { ...gcc, bolt: true } }, 'flags not stated, +BOLT', 'compiler,flags'],
  [
    '-march',
    { build: { ...gcc, march: 'x86-64-v3' } },
    { build: { ...gcc, march: 'native' } },
    'flags -march=native, -march=x86-64-v3',
    'compiler,flags',
  ],
  [
    'the allocator',
    { build: { ...gcc, allocator: 'glibc' } },
    { build: { ...gcc, allocator: 'jemalloc 5.3' } },
    'flags glibc, jemalloc 5.3',
    'compiler,flags',
  ],
  [
    'the compiler version',
    { build: gcc },
    { build: { ...gcc, compilerVersion: '14.1' } },
    'compiler gcc 13.2, gcc 14.1',
    'compiler',
  ],
  [
    'the commit',
    { build: { ...gcc, commit: 'aaaaaaa' } },
    { build: { ...gcc, commit: 'bbbbbbb' } },
    'commit aaaaaaa, bbbbbbb',
    'build',
  ],
  [
    'the build type',
    { build: { ...gcc, buildType: 'debug' } },
    { build: { ...gcc, buildType: 'release' } },
    'build type debug, release',
    'build',
  ],
  [
    'the text of the config',
    { config: { name: 'x', text: 'a = 1' } },
    { config: { name: 'x', text: 'a = 2' } },
    'config text b5bc1ffd9091, d6caeea65266',
    null,
  ],
  [
    'a parameter of the test',
    { results: measured(1, { range: 10 }) },
    { results: measured(2, { range: 99 }) },
    'range 10, 99',
    'param:range',
  ],
  [
    'the version of the benchmark',
    { benchmark: { name: 'sysbench', version: '1.0.20' } },
    { benchmark: { name: 'sysbench', version: '1.1.0' } },
    'benchmark version 1.0.20, 1.1.0',
    'benchmarkVersion',
  ],
  ['the kernel', { testbed: { kernel: '6.1' } }, { testbed: { kernel: '6.8' } }, 'kernel 6.1, 6.8', null],
  [
    'the governor',
    { testbed: { governor: 'performance' } },
    { testbed: { governor: 'powersave' } },
    'governor performance, powersave',
    null,
  ],
]

test.each(DIFFERENCES)(
  'two runs that differ in %s are not repeats: they get a mark and a warning, or separate columns',
  async (_, a, b, difference, apart) => {
    const { grid, rest } = await projectOf([
      { results: measured(1000), ...a },
      { results: measured(1120), ...b },
    ])
    const mixed = await grid('columns=version')
    const text = `Mixes results that are not repeats of each other: ${difference}.`
    expect(cellsOf(mixed)).toMatchObject([['17.6', expect.anything(), text]])
    expect(mixed.warnings.map(({ code }) => code)).toContain('hidden-dimension-mixed')
    for (const format of ['text', 'csv', 'markdown', 'html'])
      expect((await rest('columns=version', format)).replaceAll('\\', ''), format).toContain(text)
    // Neither an axis nor the base makes the runs equal.
    for (const query of ['columns=compiler', 'columns=config', 'columns=version&base=none']) {
      const cells = cellsOf(await grid(query))
      expect(cells.length === 2 || cells.every(([, , notes]) => notes === text), query).toBe(true)
    }
    if (apart !== null) {
      const own = await grid(`columns=${apart}`)
      expect(cellsOf(own).map(([, , notes]) => notes)).toEqual(['', ''])
      expect(own.warnings.filter(({ code }) => code === 'hidden-dimension-mixed')).toEqual([])
    }
  },
)

test('gcc -O2, gcc -O2 +PGO, and three commits of one version are four columns, each with its own value', async () => {
  const { grid } = await projectOf([
    { build: { ...gcc, flags: '-O2' }, results: measured(1000) },
    { build: { ...gcc, flags: '-O2 +PGO' }, results: measured(1120) },
    ...['aaaaaaa', 'bbbbbbb', 'ccccccc'].map((commit, i) => ({
      version: 'main',
      build: { ...gcc, commit },
      results: measured([1000, 1010, 700][i] ?? 0),
    })),
  ])
  expect(cellsOf(await grid('columns=version,compiler,flags&version=17.6'))).toEqual([
    ['17.6 gcc 13.2 -O2', 1000, ''],
    ['17.6 gcc 13.2 -O2 +PGO', 1120, ''],
  ])
  expect(cellsOf(await grid('columns=build&version=main')).map(([, value]) => value)).toEqual([1000, 1010, 700])
  expect(cellsOf(await grid('columns=version&version=main'))).toEqual([
    ['main', 1000, 'Mixes results that are not repeats of each other: commit aaaaaaa, bbbbbbb, ccccccc.'],
  ])
})

test('flags and benchmark versions can be filtered, counted, and put on axes', async () => {
  const { slug, grid } = await projectOf([
    { build: { ...gcc, flags: '-O2' }, clientVersion: 'sysbench 1.0.20', results: measured(1) },
    { build: { ...gcc, flags: '-O3' }, clientVersion: 'sysbench 1.1.0', results: measured(2) },
  ])
  expect(cellsOf(await grid('columns=flags&flags=-O3'))).toEqual([['-O3', 2, '']])
  expect(
    cellsOf(await grid('columns=benchmarkVersion&base=benchmarkVersion:sysbench+1.1.0')).map(([label]) => label),
  ).toEqual(['sysbench 1.0.20', 'sysbench 1.1.0'])
  const { observed } = await createCaller({ services: server.services, caller: anonymous }).comparisons.builder({
    project: slug,
    query: 'columns=version',
  })
  const valuesOf = (name: string) => observed.find((one) => one.name === name)?.values.map(({ value }) => value)
  expect([valuesOf('flags'), valuesOf('benchmarkVersion')]).toEqual([
    ['-O2', '-O3'],
    ['sysbench 1.0.20', 'sysbench 1.1.0'],
  ])
})

test('no suggested study mixes dimensions that an axis can separate', async () => {
  const builds = [
    { ...gcc, flags: '-O2', commit: 'aaaaaaa' },
    { ...gcc, flags: '-O3', commit: 'bbbbbbb' },
    { compiler: 'clang', compilerVersion: '18', flags: '-O2', commit: 'bbbbbbb' },
  ]
  const runs = ['16.1', '17.6'].flatMap((version) =>
    ['small', 'large'].flatMap((hardware) =>
      builds.flatMap((build, i) =>
        [1, 2].map((repeat) => ({
          version,
          build,
          repeat,
          hardware: { name: hardware },
          config: { name: `x${i % 2}` },
          clientVersion: `sysbench 1.${i}`,
          results: [...measured(1000, { range: 10 }), ...measured(2000, { range: 99 })],
        })),
      ),
    ),
  )
  const { slug, grid } = await projectOf(runs)
  const { studies } = await createCaller({ services: server.services, caller: anonymous }).comparisons.builder({
    project: slug,
    query: '',
  })
  expect(studies.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['versions', 'hardware', 'repeats', 'compilers']),
  )
  for (const { name, comparison } of studies) {
    const query = toQuery(comparison)
    expect(fromQuery(query).comparison).toEqual({ ...DEFAULT_COMPARISON, ...comparison })
    const { tables, warnings } = await grid(toQuery({ ...comparison, metrics: ['qps'] }))
    expect(tables.length, name).toBeGreaterThan(0)
    expect(
      warnings.filter(({ code }) => code === 'hidden-dimension-mixed'),
      name,
    ).toEqual([])
  }
})
