import { hash } from 'node:crypto'
import type { Point, PointSet } from '@assay/domain/compare/point'
import { documentPoints } from '@assay/domain/run/document-points'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asUpload, exampleDocument } from '../../testing/example-upload.ts'
import { openTestProject, type TestProject } from '../../testing/open-test-project.ts'

let lab: TestProject
beforeAll(async () => {
  lab = await openTestProject()
})
afterAll(() => lab.close())

const withoutIds = (points: readonly Point[]) =>
  points
    .map(({ runId: _run, resultId: _result, noise: _noise, ...point }) => point)
    .sort((a, b) => (JSON.stringify(a.coordinates.test) < JSON.stringify(b.coordinates.test) ? -1 : 1))

const inOrder = ({ tests, metrics }: PointSet) => [
  tests.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  metrics.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
]

test('the points of a document equal those of the stored run', async () => {
  const document = exampleDocument({
    startedAt: '2026-03-01T10:00:00+02:00',
    build: {
      compiler: 'clang',
      lto: true,
      compilerVersion: '18.1',
      flags: '-O2',
      binarySha256: 'ab'.repeat(32),
      pgo: true,
      bolt: true,
      march: 'native',
      allocator: 'jemalloc 5.3',
      buildType: 'release',
      commit: '3ceba0b',
    },
    config: { name: 'small', text: 'a = é\n' },
    benchmark: { name: 'sysbench', version: '1.1.0' },
    clientVersion: 'sysbench 1.1.0-3ceba0b',
    hardware: {
      name: 'small',
      cores: 4,
      smt: true,
      kernel: '6.1',
      os: 'Debian 12',
      storage: 'nvme0n1',
      fileSystem: 'xfs',
    },
    testbed: { governor: 'performance', kernel: '6.8', mountOptions: 'noatime', transparentHugePages: 'never' },
    workload: { name: 'cached', params: { tables: 8, cache: 'warm' } },
    metricNames: ['ops/s', 'widgets', 'ignored_errors'],
    metrics: [{ name: 'widgets', unit: 'widgets', better: 'lower', about: 'made up' }],
    tests: [
      { name: 'scan', group: 'range', order: 3, role: 'measured', primaryMetric: 'ops/s', targetRate: 100 },
      { name: 'get', order: 1, role: 'load', primaryMetric: 'widgets' },
    ],
    results: [
      { test: 'scan', clients: 40, params: { cache: 'cold', rows: 1.5 }, values: [20, 50, 2] },
      { test: 'get', clients: 1, values: [7, null, null] },
      { test: 'scan', clients: 2, values: [null, null, null] },
    ],
  })
  const { project } = await lab.other('documents')
  expect(await project.runs.upload(asUpload(document))).toMatchObject({ ok: true })
  const stored = await project.cells.list({ filters: {}, metrics: null, newestOnly: true, allSteps: true })
  const own = documentPoints(document, 'none', (text) => hash('sha256', text, 'hex'))
  expect(own.points[0]).toMatchObject({
    coordinates: { flags: '-O2 -march=native +PGO +BOLT jemalloc 5.3', benchmarkVersion: 'sysbench 1.1.0-3ceba0b' },
    facts: {
      commit: '3ceba0b',
      'build type': 'release',
      'config text': '09e9ee8a4391',
      kernel: '6.8',
      SMT: 'on',
      OS: 'Debian 12',
      'mount options': 'noatime',
    },
  })
  expect(withoutIds(own.points)).toEqual(withoutIds(stored.points))
  expect(inOrder(own)).toEqual(inOrder(stored))
})
