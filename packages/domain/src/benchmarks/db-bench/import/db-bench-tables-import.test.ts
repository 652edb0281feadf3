import { labArchive } from '@assay/testing/import/lab-profiles'
import { REPORT_HEADER, reportRow } from '@assay/testing/import/mixed-folder'
import { expect, test } from 'vitest'
import { type ImportFile, importFiles } from '../../../import/import-files.ts'

const importArchive = (files: readonly ImportFile[]) => importFiles(files, { profile: labArchive })

test('the facts of a report.tsv are those of its path', () => {
  const path = 'mine.pn53/iodir/bm.uc.nt8.sc4.tm.d1/10.2.clang.lto/report.tsv'
  const text = [
    REPORT_HEADER,
    reportRow('fillseq.wal_disabled.v400', '2025-05-6T1:44:24'),
    reportRow('overwriteandwait.t8.s0', '2025-05-06T02:00:00'),
    '',
  ].join('\n')
  const { documents, problems } = importArchive([{ path, text }])
  expect(problems).toEqual([])
  expect(documents).toMatchObject([
    {
      product: 'RocksDB',
      version: '10.2.1',
      build: { name: 'clang.lto', compiler: 'clang', lto: true, commit: '4b2122578e' },
      hardware: { name: 'pn53' },
      workload: { name: 'iodir' },
      startedAt: '2025-05-06T01:44:24Z',
      results: [
        {
          test: 'fillseq.wal_disabled.v400',
          clients: 1,
          params: { compaction_style: 'universal', subcompactions: 4, trivial_move: 1, direct_io: 1 },
        },
        { test: 'overwriteandwait.s0', clients: 8 },
      ],
    },
  ])
})

test('a failed row of db_bench is a failed result without numbers', () => {
  const failed = reportRow('readwhilewriting.t8', '2025-05-06T03:00:00').replace(/^1000/, 'failed')
  const text = [REPORT_HEADER, reportRow('fillseq', '2025-05-06T02:00:00'), failed, ''].join('\n')
  const { documents } = importArchive([{ path: 'iodir/sum.iodir.gcc.txt', text }])
  expect(documents[0]?.results.map(({ test, status }) => [test, status])).toEqual([
    ['fillseq', undefined],
    ['readwhilewriting', 'failed'],
  ])
  expect(documents[0]?.results[1]?.values.every((value) => value === null)).toBe(true)
})
