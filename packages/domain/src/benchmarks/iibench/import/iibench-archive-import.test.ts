import { readdirSync, readFileSync } from 'node:fs'
import { archivePath } from '@assay/testing/archive/archive'
import { describeArchive } from '@assay/testing/archive/archive-test'
import { labArchive } from '@assay/testing/import/lab-profiles'
import { expect, test } from 'vitest'
import { importFiles } from '../../../import/import-files.ts'
import { canonicalJson } from '../../../json/canonical-json.ts'
import { runContent } from '../../../run/run-identity.ts'
import type { UploadDocument } from '../../../run/upload-document.ts'

const FIXTURES = archivePath('fixtures/')

function filesOf(set: string, pattern = /./) {
  return readdirSync(FIXTURES + set, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(FIXTURES.length))
    .filter((path) => pattern.test(path))
    .map((path) => ({ path: path.replace(/^iibench-[a-z]+\//, ''), text: readFileSync(FIXTURES + path, 'utf8') }))
}

const nameOf = ({ version, config, workload }: UploadDocument) => `${version} ${config.name} ${workload.name}`

function numberOf({ metricNames, results }: UploadDocument | undefined = EMPTY, test: string, metric: string) {
  return results.find((result) => result.test === test)?.values[metricNames.indexOf(metric)] ?? null
}
const EMPTY = { metricNames: [], results: [] } as unknown as UploadDocument // The code under test reads only these two.

describeArchive('the archive', () => {
  test('a run that is in its own summary and in six selections is one run', () => {
    const { documents, problems, ignored } = importFiles(filesOf('iibench-summary/ibench.jan2021'), {
      profile: labArchive,
    })
    expect(documents).toHaveLength(22)
    for (const document of documents) {
      expect(document).toMatchObject({
        benchmark: { name: 'Insert Benchmark' },
        hardware: { name: 'nuc', cores: 4 },
      })
      expect(document.results).toHaveLength(15)
      expect(document.results.every(({ clients }) => clients === 1)).toBe(true)
    }
    expect(documents.map(nameOf).filter((name) => name.startsWith('5.6.49'))).toEqual([
      '5.6.49 cx6d IO-bound, 1 table, 100M rows/table',
      '5.6.49 cx6d.badcnf IO-bound, 1 table, 100M rows/table',
      '5.6.49 cx6d cached, 1 table, 20M rows/table',
      '5.6.49 cx6d.badcnf cached, 1 table, 20M rows/table',
    ])
    // Every row that occurs in several files is the same in all of them.
    expect(problems).toEqual([])
    expect(ignored).toHaveLength(186)
  })

  test('the most precise printed number is used, and unmeasured values are missing', () => {
    const { documents } = importFiles(filesOf('iibench-summary/ibench.jan2021/20m'), { profile: labArchive })
    const postgres = documents.find(({ version }) => version === '13.1')
    expect(
      postgres?.tests
        ?.map(({ name, primaryMetric, targetRate, connectionsPerClient }) => [
          name,
          primaryMetric,
          targetRate,
          connectionsPerClient,
        ])
        .slice(0, 5),
    ).toEqual([
      ['l.i0', 'inserts/s', undefined, 1],
      ['l.x', 'indexed_rows/s', undefined, 1],
      ['l.i1', 'inserts/s', undefined, 2],
      ['q100.1', 'range_queries/s', 100, undefined],
      ['q100.2', 'range_queries/s', 100, undefined],
    ])
    expect(numberOf(postgres, 'q800.1', 'r/s')).toBe(16.9) // Merged files print 17.
    expect(numberOf(postgres, 'q800.1', 'background/s')).toBe(799)
    expect(numberOf(postgres, 'q800.1', 'range_queries/s')).toBe(7717)
    expect(numberOf(postgres, 'q800.1', 'inserts/s')).toBeNull()
    expect(numberOf(postgres, 'l.x', 'indexed_rows/s')).toBe(300_000)
    expect([numberOf(postgres, 'l.x', 'rate_p50'), numberOf(postgres, 'l.x', 'rss')]).toEqual([null, null])
  })

  test('merged files and summaries alone give the same runs, except for digits', () => {
    const only = (pattern: RegExp) =>
      importFiles(filesOf('iibench-summary/ibench.jan2021/100m', pattern), { profile: labArchive }).documents
    const fromSummaries = only(/o\.sum\.t\.[^/]*\.cx\d[a-z]?$/)
    const fromSelection = only(/res\.a\/mrg/)
    expect(fromSelection.map(nameOf)).toEqual(fromSummaries.map(nameOf))
    const rates = (document: UploadDocument) =>
      document.results.map(({ test }) => [
        test,
        numberOf(document, test, 'range_queries/s'),
        numberOf(document, test, 'w/insert'),
      ])
    expect(fromSelection.map(rates)).toEqual(fromSummaries.map(rates))
  })

  test('two selections with the same run give it the same identity', () => {
    const only = (pattern: RegExp) =>
      importFiles(filesOf('iibench-summary/ibench.jan2021/20m', pattern), { profile: labArchive }).documents.map(
        runContent,
      )
    const all = only(/res\.a\/mrg\.[lq]/)
    for (const content of only(/res\.in\/mrg\.[lq]/)) expect(all).toContain(content)
  })

  test('the order of the files does not change the result', () => {
    const files = filesOf('iibench-summary/ibench.jan2021/20m')
    const [forth, back] = [files, files.toReversed()].map((one) =>
      importFiles(one, { profile: labArchive }).documents.map(canonicalJson),
    )
    expect(back).toEqual(forth)
  })

  test('a report gives one run per server, with its rates and their targets', () => {
    const { documents, problems, ignored } = importFiles(filesOf('iibench-report/24_03_17.1u.1tno.io.bee.some'), {
      profile: labArchive,
    })
    expect(problems).toEqual([])
    expect(ignored.map(({ path }) => path.replace(/.*\//, ''))).toEqual(['tputr.tab'])
    const servers = documents.map(({ product, version }) => `${product} ${version}`)
    expect(servers.sort()).toEqual(['Meta MySQL 8.0.28', 'MySQL 8.0.36', 'PostgreSQL 16.2'])
    const postgres = documents.find(({ version }) => version === '16.2')
    expect(postgres).toMatchObject({ hardware: { name: 'bee', cores: 8 }, workload: { name: 'IO-bound' } })
    expect(numberOf(postgres, 'qp1000', 'point_queries/s')).toBe(357)
    expect(numberOf(postgres, 'qp1000', 'background/s')).toBe(924)
    expect(numberOf(postgres, 'l.i0', 'cpu_us/o')).toBe(25)
    expect(postgres?.tests?.find(({ name }) => name === 'qp1000')).toMatchObject({
      targetRate: 1000,
      connectionsPerClient: 3,
    })
  })

  test('lists of minima need the number of clients, which they do not state', () => {
    const files = filesOf('iibench-summary/get_min.ibench.jul23')
    const without = importFiles(files, { profile: labArchive })
    expect([without.documents.length, without.problems.length]).toEqual([0, 8])
    const { documents, problems } = importFiles(files, { profile: labArchive, overrides: { clients: 8 } })
    expect(problems).toEqual([])
    // The lists that end in .v2 are second runs of ten servers. For two of them there is no first run.
    expect(documents.filter(({ repeat }) => repeat === 2)).toHaveLength(10)
    expect(new Set(documents.map(({ workload }) => workload.name))).toEqual(new Set(['cached, 160M rows']))
    const one = documents.find(({ config }) => config.name === 'cy9c8_gcp_c2s30')
    expect(numberOf(one, 'q100', 'getmin')).toBe(9.491)
  })
})
