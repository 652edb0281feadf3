import { fixtureText } from '@assay/testing/import/recorded-output'
import { sysbenchOutput } from '@assay/testing/import/sysbench-output-text'
import { expect, test } from 'vitest'
import { importFiles } from '../import/import-files.ts'
import type { ImportOverrides } from '../import/overrides.ts'
import { parseImportProfile } from '../import/profile/profile.ts'
import { SHIPPED_PROFILES } from '../import/profile/shipped-profiles.ts'
import { unwrap } from '../result.ts'

const shipped = unwrap(parseImportProfile(SHIPPED_PROFILES.archive))
const vmstat = (path: string) => ({ path, text: fixtureText('procps-4.0.2/vmstat') })
const iostat = (path: string) => ({ path, text: fixtureText('sysstat-12.6.1/iostat.xk') })
const output = (path: string, threads = 40) => ({ path, text: sysbenchOutput({ threads, qps: 1_000 + threads }) })

function read(files: { path: string; text: string }[], profile = shipped, fields: ImportOverrides['fields'] = {}) {
  const imported = importFiles(files, { profile, overrides: { hardware: 'box1', fields } })
  const withCpu = imported.documents.flatMap(({ version, metricNames, results }) =>
    results
      .filter(({ values }) => values[metricNames.indexOf('cpu/o')] != null)
      .map(({ test: name, clients }) => `${version} ${name} ${clients}`),
  )
  return { ...imported, withCpu }
}

test('samplers without a test in their names belong to the only result of their folder', () => {
  const { withCpu, questions, ignored } = read([
    output('pg18.1/oltp_insert.log'),
    vmstat('pg18.1/vmstat.log'),
    iostat('pg18.1/iostat.txt'),
  ])
  expect([withCpu, questions, ignored]).toEqual([['18.1 oltp_insert 40'], [], []])
})

test('clients and versions of a name choose among the results of the folder', () => {
  const files = [output('r/pg18.1-oltp_insert.log'), output('r/pg17.6-oltp_insert.log'), vmstat('r/pg17.6-vmstat.log')]
  expect(read(files).withCpu).toEqual(['17.6 oltp_insert 40'])
  const clients = [
    output('pg18.1/oltp_insert-c40.log'),
    output('pg18.1/oltp_insert-c80.log', 80),
    vmstat('pg18.1/vm.c80'),
  ]
  expect(read(clients).withCpu).toEqual(['18.1 oltp_insert 80'])
})

test('a sampler that fits several outputs is asked about, once for its file, and a correction or a flag answers', () => {
  const files = [output('pg18.1/oltp_insert.log'), output('pg18.1/oltp_delete.log'), vmstat('pg18.1/vmstat.log')]
  const asked = read(files)
  expect(asked.documents).toEqual([])
  expect(asked.questions).toMatchObject([
    { field: 'test', candidates: ['oltp_delete', 'oltp_insert'], files: ['pg18.1/vmstat.log'] },
  ])
  const corrections = [{ path: 'pg18.1/vmstat.log', set: { test: 'oltp_delete' } }]
  expect(read(files, { ...shipped, corrections }).withCpu).toEqual(['18.1 oltp_delete 40'])
  const ignored = read(files, shipped, { _companion: 'ignore' })
  expect([ignored.withCpu, ignored.documents.length]).toEqual([[], 1])
})

test('a sampler of another test makes no test of its own', () => {
  const { documents, ignored } = read([output('pg18.1/oltp_insert.log'), vmstat('pg18.1/oltp_delete.vmstat.log')])
  expect(documents[0]?.results.map(({ test: name }) => name)).toEqual(['oltp_insert'])
  expect(ignored).toMatchObject([{ path: 'pg18.1/oltp_delete.vmstat.log' }])
})
