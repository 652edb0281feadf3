import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { archiveUrl } from '@assay/testing/archive/archive'
import { archiveTest } from '@assay/testing/archive/archive-test'
import { labArchive, labPlain } from '@assay/testing/import/lab-profiles'
import { expect, test } from 'vitest'
import { importFiles } from '../import/import-files.ts'

const SERVER = archiveUrl('fixtures/sysbench-full/feb25.pg.flat/x.pg1110_o2nofp.x10a_c32r128.pk1/')

archiveTest('CPU time of the client and size of the data directory join the step of the same name', () => {
  const files = readdirSync(SERVER)
    .filter((name) => /^(?:sb\.(?:o|time|sz)\.(?:point-query|insert)\.range|conf\.diff)/.test(name))
    .map((name) => {
      const bytes = readFileSync(new URL(name, SERVER))
      const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
      return { path: `feb25.pg.flat/x.pg1110_o2nofp.x10a_c32r128.pk1/${name}`, text }
    })
  const { documents, problems } = importFiles(files, { profile: labArchive })
  expect(problems).toEqual([])
  expect(documents).toHaveLength(1)
  const [document] = documents
  const valueIn = (name: string, metric: string) => {
    const result = document?.results.find(({ test: one }) => one === name)
    return result?.values[document?.metricNames.indexOf(metric) ?? -1]
  }
  expect(valueIn('insert_range=100', 'db_gb')).toBeCloseTo(44 / 1024, 12)
  expect(valueIn('point-query_range=100', 'client_user_s')).toBeGreaterThan(100)
  expect(valueIn('point-query_range=100', 'db_gb')).toBeNull()
  expect(document?.config.settings).toMatchObject({ shared_buffers: '96GB' })
})

test('time and settings without an output do not make a run', () => {
  const time = '12.50user 3.25system 1:02.03elapsed 25%CPU (0avgtext+0avgdata 2048maxresident)k\n'
  const { documents, problems, understood } = importFiles(
    [
      { path: 'postgresql-18.4/oltp_read_only.t8.time.txt', text: time },
      { path: 'postgresql-18.4/postgresql.conf', text: 'shared_buffers = 8GB\n' },
    ],
    { profile: labPlain },
  )
  expect([documents, problems]).toEqual([[], []])
  expect(understood.map(({ kind }) => kind).sort()).toEqual(['process-time', 'settings'])
})
