import { fixtureText } from '@assay/testing/import/recorded-output'
import { expect, test } from 'vitest'
import { parseJmh } from './jmh-report.ts'

const recorded = fixtureText('jmh-1.37/report.json')

test('each fork is the mean of its iterations, in operations per second or nanoseconds per operation', () => {
  const { value } = parseJmh(recorded, 'f')
  const [sort] = value ?? []
  const raw: { primaryMetric: { rawData: number[][] } }[] = JSON.parse(recorded)
  const perMillisecond = raw[0]?.primaryMetric.rawData.map((fork) => fork.reduce((a, b) => a + b) / fork.length)
  expect(sort).toMatchObject({ name: 'bench.Sort.sort', params: { rows: '100' }, threads: 2, mode: 'thrpt' })
  const rates = sort?.forks.map((fork) => ('opsPerSecond' in fork ? fork.opsPerSecond : 0))
  expect(rates).toEqual(perMillisecond?.map((rate) => rate * 1000))
})

test('percentiles of sampled times are those of the histogram of each fork', () => {
  const report = JSON.stringify([
    {
      ...{ jmhVersion: '1.37', benchmark: 'b', mode: 'sample', threads: 1 },
      primaryMetric: {
        score: 2.5,
        scoreUnit: 'us/op',
        rawDataHistogram: [
          [
            [
              [1, 1],
              [2, 1],
            ],
            [
              [3, 1],
              [4, 1],
            ],
          ],
        ],
      },
    },
  ])
  const [fork] = parseJmh(report, 'f').value?.[0]?.forks ?? []
  expect(fork).toEqual({
    nsPerOperation: 2500,
    percentilesNs: new Map([
      [50, 2000],
      [90, 4000],
      [95, 4000],
      [99, 4000],
      [99.9, 4000],
    ]),
  })
})

test.each([
  ['a score that is not the mean of its raw data', /"score": 71\.\d+/, '"score": 99.9'],
  ['an unknown unit', '"scoreUnit" : "ops/ms"', '"scoreUnit" : "ops/fortnight"'],
  ['an unknown mode', '"mode" : "thrpt"', '"mode" : "guess"'],
])('%s refuses the run with its line', (_name, from, to) => {
  const changed = recorded
    .replace(/" : /g, '": ')
    .replace(typeof from === 'string' ? from.replace('" : ', '": ') : from, to)
  const { value, problems } = parseJmh(changed, 'f')
  expect(value).toBeNull()
  expect(problems[0]).toMatchObject({ refusesRun: true })
  expect(changed.split('\n')[(problems[0]?.line ?? 0) - 1]).toContain(to.split('"').at(-1)?.trim() || to.split('"')[3])
})
