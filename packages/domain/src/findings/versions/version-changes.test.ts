import { expect, test } from 'vitest'
import type { FindingChange } from '../finding.ts'
import type { JudgedChange } from '../pair-verdicts.ts'
import { type Called, type JudgedEnvironment, versionChanges } from './version-changes.ts'

const change = (test: string, ratio: number): FindingChange => ({
  benchmark: 'sysbench',
  workload: 'cached',
  test,
  group: null,
  clients: '1',
  metric: 'qps',
  line: '',
  value: 1000 * ratio,
  baseValue: 1000,
  ratio,
  low: ratio * 0.98,
  high: ratio * 1.02,
  runIds: [],
  baseRunIds: [],
})

const judged = (from: string, test: string, ratio: number, verdict: JudgedChange['verdict']): JudgedChange => ({
  kind: 'release',
  product: 'P',
  from,
  to: '1.4',
  hardware: 'h',
  change: change(test, ratio),
  verdict,
  cause: null,
})

const environmentOf = (changes: Partial<JudgedEnvironment> = {}): JudgedEnvironment => ({
  hardware: 'h',
  benchmark: 'sysbench',
  workload: 'cached',
  versions: ['1.1', '1.2', '1.3', '1.4'],
  bases: { previous: '1.3', first: '1.1' },
  judged: [
    judged('1.3', 'scan', 0.97, 'inconclusive'),
    judged('1.3', 'insert', 1.2, 'improvement'),
    judged('1.3', 'update', 1, 'no change'),
    judged('1.1', 'scan', 0.88, 'regression'),
    judged('1.1', 'get', 0.8, 'regression'),
    judged('1.1', 'insert', 1.06, 'improvement'),
  ],
  lowerIsBetter: new Set(),
  ...changes,
})

const step = (from: string, to: string, test: string, direction: Called['direction'] = 'worse'): Called => ({
  from,
  to,
  hardware: 'h',
  direction,
  changes: [change(test, 0.9)],
})

test('changes are listed under their base, regressions before improvements and the largest first', () => {
  const [previous, first] = versionChanges([environmentOf()], [])
  expect(previous).toMatchObject({
    since: 'previous',
    machines: [{ hardware: 'h', from: ['1.3'], noChange: 1, inconclusive: 1, changes: [{ verdict: 'improvement' }] }],
  })
  expect(first?.machines[0]?.changes.map(({ change: { test: name } }) => name)).toEqual(['get', 'scan', 'insert'])
})

const drifted = (called: readonly Called[], own: Partial<JudgedEnvironment> = {}) =>
  versionChanges([environmentOf(own)], called)
    .flatMap(({ machines }) => machines.flatMap(({ changes }) => changes))
    .filter(({ isDrift }) => isDrift)
    .map(({ change: { test: name } }) => name)

test('a change of 10% without a finding for a single step is slow drift', () => {
  expect(drifted([])).toEqual(['get', 'scan'])
  expect(drifted([step('1.2', '1.3', 'scan')])).toEqual(['get'])
})

test('only a step of the same test, machine and direction explains a change', () => {
  const elsewhere = [
    step('1.1', '1.3', 'scan'),
    step('1.2', '1.3', 'other'),
    step('1.2', '1.3', 'scan', 'better'),
    { ...step('1.2', '1.3', 'scan'), hardware: 'i' },
    step('0.9', '1.1', 'scan'),
  ]
  expect(drifted(elsewhere)).toEqual(['get', 'scan'])
})

test('one step is not drift, however large it is', () => {
  expect(drifted([], { versions: ['1.1', '1.4'] })).toEqual([])
})

test('an environment without judged cells is left out', () => {
  const silent = environmentOf({ workload: 'other', bases: { previous: '1.2' }, judged: [] })
  expect(versionChanges([environmentOf(), silent], [])[0]?.machines[0]?.from).toEqual(['1.3'])
})

test('a machine without a base is left out', () => {
  const other = environmentOf({ hardware: 'i', bases: { previous: '1.3' } })
  expect(versionChanges([environmentOf(), other], []).map(({ since, machines }) => [since, machines.length])).toEqual([
    ['previous', 2],
    ['first', 1],
  ])
})
