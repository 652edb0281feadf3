import { readFileSync } from 'node:fs'
import { labArchive } from '@assay/testing/import/lab-profiles'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { importFiles } from '../../import/import-files.ts'
import { comparePlans } from '../../run/query-plans/compare-plans.ts'
import { type PlanNode, planLines, type QueryPlan } from '../../run/query-plans/query-plan.ts'
import { parsePlans } from './parse-plans.ts'
import { parsePlanProfiles } from './plan-profiles.ts'

const read = (path: string) => readFileSync(new URL(`fixtures/postgres-18/${path}`, import.meta.url), 'utf8')
const plansOf = (text: string): QueryPlan[] => {
  const { value, problems } = parsePlans(text, 'f')
  expect(problems).toEqual([])
  return value ?? expect.fail('no plans')
}
const BASE = read('base/select-only.c2.plans.json')
const CHANGED = read('changed/select-only.c2.plans.json')

test('the plans of psql have their statements, nodes and times, also in the table that psql draws', () => {
  const plans = plansOf(BASE)
  expect(plans.map(({ text }) => text?.slice(0, 30))).toEqual([
    'select abalance from pgbench_a',
    'select count(*) from pgbench_a',
    'select count(*) from pgbench_a',
  ])
  expect(planLines(plans[0]?.root ?? expect.fail())).toMatchObject([
    { depth: 0, label: 'Index Scan using pgbench_accounts_pkey on pgbench_accounts' },
  ])
  expect(planLines(plans[1]?.root ?? expect.fail()).map(({ label }) => label)).toEqual([
    'Aggregate',
    'Index Only Scan using pgbench_accounts_pkey on pgbench_accounts',
  ])
  const drawn = plansOf(read('psql-table.txt'))
  expect(drawn.map(({ root }) => planLines(root).map(({ label }) => label))).toEqual(
    plans.map(({ root }) => planLines(root).map(({ label }) => label)),
  )
})

test('changed plans are named by their scans and joins', () => {
  const changes = comparePlans({ base: plansOf(BASE), own: plansOf(CHANGED) })
  expect(changes.map(({ sentence }) => sentence)).toEqual([
    'Plan of statement 1 changed from index scan to bitmap scan on pgbench_accounts.',
    'Plan of statement 2 changed from index-only scan to bitmap scan on pgbench_accounts.',
    'Plan of statement 3 changed from index scan to bitmap scan on pgbench_accounts.',
  ])
  const [, counted] = changes
  expect(counted?.lines.map(({ side, label }) => [side, label])).toEqual([
    ['both', 'Aggregate'],
    ['base', 'Index Only Scan using pgbench_accounts_pkey on pgbench_accounts'],
    ['own', 'Bitmap Heap Scan on pgbench_accounts'],
    ['own', 'Bitmap Index Scan using pgbench_accounts_pkey'],
  ])
  expect(comparePlans({ base: plansOf(BASE), own: plansOf(BASE) }).every(({ sentence }) => sentence === null)).toBe(
    true,
  )
})

test('a plan that was not executed is a profile of its costs', () => {
  const [plan] = plansOf(read('generic.txt'))
  expect(plan).toMatchObject({ executionMs: null, root: { ms: null, cost: 8.44 } })
  expect(parsePlanProfiles(read('generic.txt'), 'f').value?.[0]?.root.total).toBeCloseTo(8.44)
})

test('plans next to an output are a companion of its result, with one profile for each statement', () => {
  const files = ['select-only.c2.txt', 'select-only.c2.plans.json'].map((name) => ({
    path: `pg-18.4/${name}`,
    text: read(`base/${name}`),
  }))
  const { documents, questions, ignored } = importFiles(files, {
    profile: labArchive,
    overrides: { hardware: 'lab3' },
  })
  expect([questions, ignored]).toEqual([[], []])
  expect(documents[0]?.profiles?.map(({ kind, event, unit }) => [kind, event?.slice(0, 12), unit])).toEqual(
    [1, 2, 3].map((n) => ['query-plan', `statement ${n}:`.slice(0, 12), 'events']),
  )
  // Plans are not part of the metrics of sampled profiles.
  expect(documents[0]?.metricNames).not.toContain('profile_functions')
})

test.each([
  ['a cut file', (text: string) => text.slice(0, text.length / 2), /is cut/],
  [
    'a start after the end',
    (text: string) => text.replace('"Actual Startup Time": 0', '"Actual Startup Time": 90'),
    /Startup Time/,
  ],
  [
    'an execution shorter than its plan',
    (text: string) => text.replace(/"Execution Time": [\d.]+/, '"Execution Time": 0.0001'),
    /Execution Time/,
  ],
  [
    'a cost that is not a number',
    (text: string) => text.replace(/"Total Cost": [\d.]+/, '"Total Cost": "much"'),
    /Total Cost/,
  ],
  [
    'a negative time',
    (text: string) => text.replace('"Actual Total Time": ', '"Actual Total Time": -'),
    /Actual Total Time|Too small/,
  ],
])('%s is refused with its line', (_what, change, message) => {
  const changed = change(BASE)
  expect(changed).not.toBe(BASE)
  const { value, problems } = parsePlans(changed, 'f')
  expect(value).toBeNull()
  expect(problems[0]).toMatchObject({ file: 'f', line: expect.any(Number), refusesRun: true })
  expect(problems[0]?.message).toMatch(message)
})

const node: fc.Arbitrary<PlanNode> = fc.letrec<{ node: PlanNode }>((tie) => ({
  node: fc.record({
    type: fc.constantFrom('Seq Scan', 'Index Scan', 'Hash Join', 'Sort', 'Aggregate'),
    relation: fc.constantFrom(null, 'a', 'b'),
    index: fc.constantFrom(null, 'a_pkey'),
    variant: fc.constantFrom(null, 'Left'),
    cost: fc.constant(1),
    ms: fc.constant(1),
    rows: fc.constant(1),
    children: fc.array(tie('node'), { maxLength: 2, depthIdentifier: 'plan', size: 'xsmall' }),
  }),
})).node

test('each side of a diff is its plan, and only equal plans have no sentence', () => {
  const plan = (root: PlanNode): QueryPlan => ({ statement: 1, text: null, root, executionMs: null })
  const shape = (root: PlanNode) => planLines(root).map(({ depth, label }) => [depth, label])
  fc.assert(
    fc.property(node, node, (a, b) => {
      const [change] = comparePlans({ base: [plan(a)], own: [plan(b)] })
      const side = (not: string) =>
        change?.lines.filter((line) => line.side !== not).map(({ depth, label }) => [depth, label])
      expect(side('own')).toEqual(shape(a))
      expect(side('base')).toEqual(shape(b))
      expect(change?.sentence === null).toBe(JSON.stringify(shape(a)) === JSON.stringify(shape(b)))
    }),
  )
})
