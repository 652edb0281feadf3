import { labArchive } from '@assay/testing/import/lab-profiles'
import { fixtureText } from '@assay/testing/import/recorded-output'
import { expect, test } from 'vitest'
import { importFiles } from '../../import/import-files.ts'
import { parseJmhConsole } from './jmh-console.ts'
import { parseJmh } from './jmh-report.ts'
import { parseJmhTable } from './jmh-table.ts'

const console = fixtureText('jmh-1.37/console')
const table = console.slice(console.indexOf('\nBenchmark ') + 1)

test('the console gives the forks of the JSON of the same call, with three decimals', () => {
  const ofConsole = parseJmhConsole(console, 'f').value ?? []
  const ofJson = parseJmh(fixtureText('jmh-1.37/report.json'), 'f').value ?? []
  const facts = ({ name, params, threads, version, mode }: (typeof ofJson)[number]) => [
    name,
    params,
    threads,
    version,
    mode,
  ]
  expect(ofConsole.map(facts)).toEqual(ofJson.map(facts))
  for (const [at, benchmark] of ofJson.entries()) {
    if (benchmark.mode !== 'thrpt') continue
    for (const [fork, { opsPerSecond }] of benchmark.forks.filter((one) => 'opsPerSecond' in one).entries()) {
      const found = ofConsole[at]?.forks[fork]
      expect(found !== undefined && 'opsPerSecond' in found ? found.opsPerSecond / opsPerSecond : 0).toBeCloseTo(1, 3)
    }
  }
})

test('the table alone has the means of all forks, with percentiles of sampled times', () => {
  const [sort, , sum] = parseJmhTable(table, 'f').value ?? []
  expect(sort).toMatchObject({ name: 'Sort.sort', params: { rows: '100' }, threads: null, aggregate: 'mean' })
  expect(sort?.forks).toEqual([{ opsPerSecond: 71_897 }])
  expect(sum?.forks).toMatchObject([
    {
      nsPerOperation: 952,
      percentilesNs: new Map([
        [50, 40],
        [90, 40],
        [95, 41],
        [99, 41],
        [99.9, 190],
      ]),
    },
  ])
})

test('a table does not state its threads, so they are asked for', () => {
  const files = [{ path: 'rocksdb-10.2/jmh.txt', text: table }]
  expect(
    importFiles(files, { profile: labArchive, overrides: { hardware: 'lab3' } }).questions.map(({ field }) => field),
  ).toEqual(['clients'])
})
