import { SHIPPED_PROFILES } from '@assay/domain/import/shipped-profiles'
import { unwrap } from '@assay/domain/result'
import { afterAll, expect, test } from 'vitest'
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
