import { readFileSync } from 'node:fs'
import { sysbenchText } from '@assay/testing/import/sysbench-text'
import { expect, test } from 'vitest'
import { importFiles } from '../../../import/import-files.ts'
import { parseImportProfile } from '../../../import/profile/profile.ts'
import { SHIPPED_PROFILES } from '../../../import/profile/shipped-profiles.ts'
import { unwrap } from '../../../result.ts'
import { splitSysbenchReports } from './split-sysbench-reports.ts'

// Several calls of sysbench that a script appended to one file.

const recorded = (name: string) => readFileSync(new URL(`../fixtures/sysbench-1.0.20/${name}`, import.meta.url), 'utf8')
const profile = unwrap(parseImportProfile(SHIPPED_PROFILES.archive))
const imported = (text: string, name = 'oltp_insert.log') =>
  importFiles([{ path: `pg-18.1/${name}`, text }], { profile, overrides: { hardware: 'lab' } })
const rowsOf = ({ documents }: ReturnType<typeof imported>) =>
  documents.flatMap(({ repeat = 1, results }) => results.map(({ test: name, clients }) => [name, clients, repeat]))

test('reports with other numbers of threads are results of one run', () => {
  const texts = [1, 8, 40].map((threads) => sysbenchText({ qps: 900 * threads, threads }))
  const all = imported(texts.join(''))
  expect(all.problems).toEqual([])
  expect(rowsOf(all)).toEqual([
    ['x', 1, 1],
    ['x', 8, 1],
    ['x', 40, 1],
  ])
})

test('the same test again is the next repeat, and has its own values', () => {
  const all = imported(recorded('read_only.pgsql') + recorded('read_only.pgsql'), 'oltp_read_only.log')
  expect(rowsOf(all)).toEqual([
    ['oltp_read_only', 2, 1],
    ['oltp_read_only', 2, 2],
  ])
})

test('reports of different tests are refused with the line, because sysbench prints no names', () => {
  for (const [first, second] of [
    ['read_only.pgsql', 'update_index.percentile99.pgsql'],
    ['cpu', 'memory'],
  ] as const) {
    const { documents, problems } = imported(recorded(first) + recorded(second))
    expect(documents).toEqual([])
    const line = recorded(first).split('\n').length
    expect(problems).toMatchObject([{ line, message: expect.stringMatching(/another test/), refusesRun: true }])
  }
})

test('a repeat number in the name contradicts a second report', () => {
  const { problems } = imported(recorded('read_only.pgsql').repeat(2), 'oltp_read_only_run2.log')
  expect(problems).toMatchObject([{ message: expect.stringMatching(/a name states the repeat number 2/) }])
})

test('a second report that is cut refuses the run at its line', () => {
  const text = recorded('read_only.pgsql')
  const { documents, problems } = imported(text + text.slice(0, text.indexOf('General statistics')))
  expect(documents).toEqual([])
  expect(problems[0]?.line).toBeGreaterThan(text.split('\n').length)
})

test.each(['checkpoints.pgsql', 'read_write.interval.pgsql', 'killed.pgsql', 'cpu'])('%s is one report', (name) => {
  expect(splitSysbenchReports(recorded(name))).toHaveLength(1)
})
