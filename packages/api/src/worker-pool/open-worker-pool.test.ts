import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { tabulateFloors } from '@assay/domain/compare/noise/floor-table'
import { noiseFloors } from '@assay/domain/compare/noise/noise-floor'
import { repeatGroups } from '@assay/domain/compare/verdict/repeat-groups'
import { SHIPPED_PROFILES } from '@assay/domain/import/profile/shipped-profiles'
import { unwrap } from '@assay/domain/result'
import { afterAll, expect, test } from 'vitest'
import { compareSet, exportSet } from '../comparisons/compare-task.ts'
import { exportReport } from '../reports/export-report.ts'
import { importTask } from '../uploads/import-task.ts'
import { openWorkerPool } from './open-worker-pool.ts'

const pool = openWorkerPool()
afterAll(() => pool.close())

test('an import gives the same result in a thread as on the event loop', async () => {
  const files = [
    {
      path: 'pg-18.0/host1/results.csv',
      text: 'product,version,hardware,test,clients,qps\nPostgres,18.0,h,scan,1,10\n',
    },
    { path: 'pg-18.0/host1/unknown', text: 'some text' },
  ]
  for (const profileYaml of Object.values(SHIPPED_PROFILES)) {
    const input = { files, profileYaml, overrides: {}, onConflict: 'stop' as const }
    expect(await pool.run('import-files', input, { key: 'p' })).toEqual({ ok: true, value: importTask(input) })
  }
})

test('a PDF has the same bytes from a thread and from the event loop', async () => {
  const id = '0190a5a0-0000-7000-8000-000000000001'
  const content = { title: 'Title', tldr: '', text: 'Some text.' }
  const by = { authors: ['Ines'], note: null, madeAt: '2026-11-21T12:00:00.000Z', madeBy: 'Ines' }
  const version = { id, reportId: id, slug: 'r', number: 1, title: 'Title', ...by, content, snapshotIds: [] }
  const report = { version, figures: [], origin: 'https://assay.test', href: 'https://assay.test/r' }
  const file = unwrap(await pool.run('export-report', { report, format: 'pdf' }, { key: 'p' }))
  expect(Buffer.from(await new Response(file).arrayBuffer())).toEqual(await exportReport(report, 'pdf'))
})

test('a comparison of a thread is the one of the event loop, as a table and as a file', async () => {
  const tests = ['scan', 'insert'].map((name, order) => {
    return { name, group: null, order, role: 'measured' as const, primaryMetric: 'qps' }
  })
  const points = ['17.6', '18.0'].flatMap((version) =>
    ['1', '2', '3'].flatMap((repeat) =>
      tests.map(({ name }, at) => ({
        runId: version + repeat,
        resultId: version + repeat + name,
        coordinates: { product: 'Postgres', version, repeat, test: name },
        values: { qps: 100 + at + Number(repeat) + Number(version) },
      })),
    ),
  )
  const set = { points, tests, metrics: [] }
  const floors = noiseFloors(repeatGroups(points, tests))
  const input = {
    portable: set,
    floors: await tabulateFloors({ ...set, floors }, DEFAULT_COMPARISON, async () => undefined),
    comparison: DEFAULT_COMPARISON,
  }
  const here = { ...set, floors }
  expect(await pool.run('compare', input, { key: 'p' })).toEqual({
    ok: true,
    value: compareSet(here, DEFAULT_COMPARISON),
  })
  const request = { format: 'html' as const, edited: null, origin: 'https://assay.test' }
  expect(await pool.run('export-comparison', { ...input, request }, { key: 'p' })).toEqual({
    ok: true,
    value: exportSet(here, DEFAULT_COMPARISON, request),
  })
})
