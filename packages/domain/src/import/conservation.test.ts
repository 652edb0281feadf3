import { listArchive, readArchive } from '@assay/testing/archive/archive'
import { describeArchive } from '@assay/testing/archive/archive-test'
import { GENERATED_FORMATS } from '@assay/testing/benchmarks/generated-formats'
import { checkConservation } from '@assay/testing/import/conservation'
import { labArchive } from '@assay/testing/import/lab-profiles'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ImportFile } from './import-files.ts'

const options = { profile: labArchive }

describe('tables of cached and of IO-bound runs in one folder', () => {
  const versions = ['140', '1513', '169', '176']
  const server = (version: string) => `x.pg${version}_o2nofp.x10a_c8r32.pk1`
  const table = (rows: readonly number[][]) =>
    [
      ...versions.map((version, i) => `col-${i + 1} : ${server(version)}`),
      '',
      versions.map((_, i) => `col-${i + 1}`).join('\t'),
      ...rows.map((cells, i) => [...cells, `test${i}_range=100`].join('\t')),
      '',
    ].join('\n')
  const rows = fc.array(fc.array(fc.integer({ min: 1, max: 1e6 }), { minLength: 4, maxLength: 4 }), {
    minLength: 2,
    maxLength: 12,
  })

  test.each([
    ['cached', 'io'],
    ['mem', 'iobound'],
    ['all.mem', 'all.io'],
  ])('%s and %s are two workloads, and all cells are imported', (cached, io) => {
    fc.assert(
      fc.property(rows, rows, (ofCached, ofIo) => {
        const files = [
          { path: `set/qps.abs.${cached}.dop8.tsv`, text: table(ofCached) },
          { path: `set/qps.abs.${io}.dop8.tsv`, text: table(ofIo) },
        ]
        const { values, figures, lost, hidden } = checkConservation(files, {
          profile: labArchive,
          overrides: { clients: 8 },
        })
        const cells = versions.length * (ofCached.length + ofIo.length)
        expect({ values, figures, lost, hidden }).toEqual({ values: cells, figures: cells, lost: [], hidden: [] })
      }),
      { numRuns: 30 },
    )
  })
})

test('results of two file systems in one folder differ by a parameter, and all are imported', () => {
  const fio = GENERATED_FORMATS.find(({ name }) => name === 'fio')
  const text = fio?.valid ?? fc.constant('')
  fc.assert(
    fc.property(text, text, (ofExt4, ofXfs) => {
      const files = [
        { path: 'set/o.ext4.m1.secs300.1', text: ofExt4 },
        { path: 'set/o.xfs.m1.secs300.1', text: ofXfs },
      ]
      const { figures, lost, hidden } = checkConservation(files, options)
      expect({ lost, hidden }).toEqual({ lost: [], hidden: [] })
      expect(figures).toBeGreaterThan(6)
    }),
    { numRuns: 30 },
  )
})

/** Number of clients for sets whose files do not state it. */
const CLIENTS: Readonly<Record<string, number>> = {
  'sysbench-summary/dec24.myrocks.1481.1482.1506': 1,
  'iibench-summary/get_min.ibench.jul23': 8,
}

/** Sets with hundreds of similar files; a tenth of the files is enough for the test. */
const isLarge = (files: readonly ImportFile[]): boolean => files.length > 300

describeArchive('the archive', () => {
  const paths = Map.groupBy(listArchive('fixtures/'), (path) => path.split('/').slice(0, 2).join('/'))
  const sets = [...paths].filter(([, files]) => files.length > 1)

  test.each(sets)('%s: every figure of its files is in exactly one document', (set, names) => {
    const above = set.replace(/[^/]+$/, '')
    const files = names.map((path) => ({ path: path.slice(above.length), text: readArchive(`fixtures/${path}`) }))
    const clients = CLIENTS[set]
    const overrides = clients === undefined ? {} : { overrides: { clients } }
    const found = checkConservation(files, { ...options, ...overrides }, isLarge(files) ? 10 : 1)
    expect({ lost: found.lost, hidden: found.hidden }).toEqual({ lost: [], hidden: [] })
  })
})
