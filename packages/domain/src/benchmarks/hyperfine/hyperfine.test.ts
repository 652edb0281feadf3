import { fixtureText } from '@assay/testing/import/recorded-output'
import { expect, test } from 'vitest'
import { importFiles } from '../../import/import-files.ts'
import { plainProfileYaml } from '../../import/profile/plain-profile.ts'
import { parseImportProfile } from '../../import/profile/profile.ts'
import { unwrap } from '../../result.ts'
import { parseHyperfine } from './hyperfine-report.ts'

const profile = unwrap(parseImportProfile(plainProfileYaml))
const overrides = { product: 'coreutils', version: '9.1', hardware: { name: 'bench' } }
const read = (name: string) =>
  importFiles([{ path: 'sort/report.json', text: fixtureText(`hyperfine-1.15.0/${name}`) }], { profile, overrides })

test('each timed run is a repeat; CPU times are means of all runs and belong to the first', () => {
  const { documents, problems } = read('commands.json')
  const report = JSON.parse(fixtureText('hyperfine-1.15.0/commands.json'))
  expect(problems).toEqual([])
  const times = documents.map(({ metricNames, results }) => {
    const sort = results.find(({ test: name }) => name.startsWith('sort'))
    return sort?.values[metricNames.indexOf('time_s')]
  })
  expect(times).toEqual(report.results[0].times)
  expect(documents.map(({ metricNames }) => metricNames.includes('user_time_s'))).toEqual([
    true,
    ...Array(4).fill(false),
  ])
})

test('parameters of -L are parameters of the test', () => {
  const params = read('parameters.json').documents[0]?.results.map((result) => result.params)
  expect(params).toEqual([{ n: '1' }, { n: '2' }])
})

test('a command that failed is stored as failed, without figures', () => {
  const results = read('failed.json').documents.flatMap((document) => document.results)
  expect(
    results.map(({ status, statusReason, values }) => [status, statusReason, values.filter(Number.isFinite)]),
  ).toEqual([['failed', 'the command ended with exit code 3', []]])
})

test.each([
  ['a mean that is not that of its times', /"mean": [\d.]+/, '"mean": 9'],
  ['a negative time', /(\s)0\.0016/, '$1-0.0016'],
  ['a lost exit code', /"exit_codes": \[\s+0,/, '"exit_codes": ['],
])('%s refuses the run with its line', (_name, from, to) => {
  const changed = fixtureText('hyperfine-1.15.0/commands.json').replace(from, to)
  const { value, problems } = parseHyperfine(changed, 'f')
  expect(value).toBeNull()
  expect(problems[0]).toMatchObject({ refusesRun: true, line: expect.any(Number) })
})
