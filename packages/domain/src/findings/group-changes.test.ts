import fc from 'fast-check'
import { expect, test } from 'vitest'
import { namerOf } from './change-plot.ts'
import { actionsFrom, afterAction, afterDataTransition } from './change-state.ts'
import { isExplained } from './explained-by-steps.ts'
import { FINDING_STATES } from './finding.ts'
import { agreementWords, findingTitle } from './finding-words.ts'
import { groupChanges } from './group-changes.ts'
import type { JudgedChange } from './pair-verdicts.ts'

const judged = (
  test: string,
  ratio: number,
  verdict: JudgedChange['verdict'],
  {
    hardware = 'pn53',
    cause = null as string | null,
    from = '5.7.44',
    to = '8.0.44',
    kind = 'release' as JudgedChange['kind'],
    line = '',
  } = {},
): JudgedChange => ({
  product: 'MySQL',
  kind,
  from,
  to,
  hardware,
  verdict,
  cause,
  change: {
    benchmark: 'sysbench',
    workload: 'cached',
    test,
    group: null,
    clients: '1',
    metric: 'qps',
    line,
    value: 100 * ratio,
    baseValue: 100,
    ratio,
    low: ratio * 0.98,
    high: ratio * 1.02,
    runIds: [],
    baseRunIds: [],
  },
})

test('changes between two versions on one machine are one finding per direction', () => {
  const found = groupChanges([
    judged('a', 0.8, 'regression', { cause: 'More CPU per operation: 1.2x' }),
    judged('b', 0.9, 'regression', { cause: 'More CPU per operation: 1.1x' }),
    judged('c', 0.7, 'regression', { cause: 'Contention: cs/o 2x' }),
    judged('d', 1.01, 'no change'),
    judged('e', 1.3, 'improvement'),
    judged('f', 0.9, 'inconclusive'),
  ])
  expect(found.map((finding) => [findingTitle(finding), finding.cause])).toEqual([
    ['MySQL 5.7.44 to 8.0.44 on pn53: 3 of 5 tests regressed by a median of 20%', 'More CPU per operation: 1.2x'],
    ['MySQL 5.7.44 to 8.0.44 on pn53: e improved by 30%', null],
  ])
  expect(found[0]?.changes.map(({ test: name }) => name)).toEqual(['c', 'a', 'b'])
})

test('machines with verdicts on the same tests agree or disagree', () => {
  const found = groupChanges([
    judged('a', 0.8, 'regression'),
    judged('a', 0.82, 'regression', { hardware: 'ser7' }),
    judged('a', 1, 'no change', { hardware: 'hetz' }),
    judged('z', 1, 'no change', { hardware: 'other' }),
  ])
  expect(found.map(({ hardware }) => hardware)).toEqual(['pn53', 'ser7'])
  expect(found.map(agreementWords)).toEqual(['2 of 3 machines agree', '2 of 3 machines agree'])
})

test('every change is in exactly one finding', () => {
  const arbitrary = fc.record({
    test: fc.constantFrom('a', 'b', 'c'),
    hardware: fc.constantFrom('x', 'y'),
    to: fc.constantFrom('8.0', '8.4'),
    ratio: fc.double({ min: 0.1, max: 10, noNaN: true }),
    verdict: fc.constantFrom('regression', 'improvement', 'no change', 'inconclusive'),
  })
  fc.assert(
    fc.property(fc.array(arbitrary, { maxLength: 40 }), (all) => {
      const cells = all.map(({ test: name, ratio, verdict, ...rest }) => judged(name, ratio, verdict, rest))
      const found = groupChanges(cells)
      const changed = cells.filter(({ verdict }) => verdict === 'regression' || verdict === 'improvement')
      expect(found.flatMap(({ changes }) => changes)).toHaveLength(changed.length)
      const positions = found.map(({ to, hardware, direction }) => `${to} ${hardware} ${direction}`)
      expect(new Set(positions).size).toBe(positions.length)
      for (const { agree, of } of found) expect(of).toEqual(expect.arrayContaining([...agree]))
    }),
  )
})

test('changes over several versions refer to the single step that explains them', () => {
  const step = judged('a', 0.8, 'regression', { from: '5.7.44', to: '8.0.43' })
  const over = (ratio: number, changes: { to?: string; hardware?: string; line?: string } = {}) =>
    judged('a', ratio, ratio < 1 ? 'regression' : 'improvement', {
      from: '5.6.51',
      to: '8.4.7',
      kind: 'drift',
      ...changes,
    })
  const explained = (...all: JudgedChange[]) => groupChanges(all).filter(isExplained).map(findingTitle)
  expect(explained(step, over(0.78))).toEqual(['MySQL 5.6.51 to 8.4.7 on pn53: a regressed by 22%'])
  expect(explained(step, over(0.83))).toHaveLength(1)
  // The second change has another cause, direction or machine, or a config with steps of its own.
  expect(explained(step, over(0.7))).toEqual([])
  expect(explained(step, over(1.2))).toEqual([])
  expect(explained(step, over(0.8, { hardware: 'ser7' }))).toEqual([])
  expect(explained(step, over(0.8, { to: '8.0.42' }))).toEqual([])
  const ofOther = judged('a', 0.93, 'regression', { from: '8.0.43', to: '8.4.7', line: 'clang' })
  expect(explained(step, ofOther, over(0.8, { line: 'clang' }))).toEqual([])
  expect(explained(step, over(0.8, { line: 'clang' }))).toHaveLength(1)
  // A shorter span than the change explains it when no pair of neighboring versions is significant.
  const way = over(0.8, { to: '8.0.44' })
  expect(explained(way, over(0.78))).toEqual(['MySQL 5.6.51 to 8.4.7 on pn53: a regressed by 22%'])
  const [most] = groupChanges([step, over(0.78), { ...over(0.5), change: { ...over(0.5).change, test: 'b' } }])
  expect(most?.changes.map(({ test: name, byStep }) => [name, byStep?.to])).toEqual([
    ['b', undefined],
    ['a', '8.0.43'],
  ])
})

test('names contain what distinguishes changes and omit what the whole workload shares', () => {
  const changes = [
    ['iobuf', 'clang style=leveled direct_io=0'],
    ['iobuf', 'clang+LTO style=leveled direct_io=0'],
    ['iodir', 'clang style=leveled direct_io=1'],
  ].map(([workload = '', line = '']) => ({ ...judged('fillseq', 0.6, 'regression').change, workload, line }))
  expect(changes.map(namerOf(changes))).toEqual([
    'fillseq · iobuf · clang',
    'fillseq · iobuf · clang+LTO',
    'fillseq · iodir',
  ])
})

test('only later data fix a finding, and only a fixed finding can be reopened', () => {
  for (const state of FINDING_STATES) {
    for (const action of actionsFrom(state)) expect(afterAction(state, action)).not.toBe('fixed')
    expect(afterDataTransition(state, 'relapsed')).toBe(state === 'fixed' ? 'new' : null)
  }
  expect(FINDING_STATES.filter((state) => afterDataTransition(state, 'recovered') === 'fixed')).toEqual([
    'new',
    'acknowledged',
    'confirmed',
  ])
  expect(actionsFrom('fixed')).toEqual([])
})
