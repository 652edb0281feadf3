import { expect, test } from 'vitest'
import { bisectFindingPath, confirmFindingPath, repeatCellPath } from './plan-links.ts'
import { completePlanFields, planOfFields, readPlanFields, readPlanOrigin } from './plan-query.ts'

const fieldsOf = (path: string | null) =>
  readPlanFields(Object.fromEntries(new URL(path ?? '', 'http://assay.test').searchParams))

test('an inconclusive cell requests the repeats that it lacks, of both sides in turns or of one', () => {
  const sides = { own: '18.0', base: '17.6' }
  const both = repeatCellPath('o~p', sides, { repeatsNeeded: 7, repeats: { own: 3, base: 5 } })
  expect(fieldsOf(both)).toMatchObject({ kind: 'interleave', values: '18.0 17.6', repeats: '4' })
  const one = repeatCellPath('o~p', sides, { repeatsNeeded: 5, repeats: { own: 3, base: 5 } })
  expect(fieldsOf(one)).toMatchObject({ kind: 'repeat', values: '18.0', repeats: '2' })
  expect(repeatCellPath('o~p', sides, { repeatsNeeded: 3, repeats: { own: 3, base: 5 } })).toBeNull()
  expect(repeatCellPath('o~p', sides, { repeatsNeeded: null, repeats: { own: 3, base: 5 } })).toBeNull()
})

test('a finding is confirmed by its two versions, and bisected by its largest change', () => {
  const finding = {
    product: 'PostgreSQL',
    hardware: 'dell32',
    from: '17.6',
    to: '18.0',
    changes: [{ metric: 'qps', test: 'scan' }],
  }
  expect(planOfFields({ ...fieldsOf(confirmFindingPath('o~p', finding)), command: 'bench' })).toMatchObject({
    plan: { kind: 'confirm', values: ['17.6', '18.0'], repeats: 3, vary: 'version' },
  })
  const bisection = fieldsOf(bisectFindingPath('o~p', finding))
  expect(planOfFields({ ...bisection, command: 'bench' })).toEqual({
    problem: 'values: needs at least three values to bisect',
  })
  expect(planOfFields({ ...bisection, command: 'bench', values: '17.6, 18beta1\n18.0' })).toMatchObject({
    plan: { kind: 'bisect', values: ['17.6', '18beta1', '18.0'], metric: 'qps', test: 'scan' },
  })
})

test('the form chooses the runner of the machine, and fills in the versions between both ends of a bisection', () => {
  const finding = { product: 'PostgreSQL', hardware: 'dell32', from: '17.5', to: '18.0', changes: [] }
  const complete = (path: string, changes = {}) => {
    const query = Object.fromEntries(new URL(path, 'http://assay.test').searchParams)
    return completePlanFields({ ...readPlanFields(query), ...changes }, readPlanOrigin(query), {
      runners: [
        { name: 'lab1', hardware: 'pn53', commands: [{ name: 'other' }] },
        { name: 'lab2', hardware: 'dell32', commands: [{ name: 'point-query' }] },
      ],
      products: [{ product: 'PostgreSQL', versions: ['18.1', '18.0', '17.6', '17.5', '17.4'] }],
    })
  }
  const bisection = complete(bisectFindingPath('o~p', finding))
  expect(bisection).toMatchObject({ runner: 'lab2', command: 'point-query', values: '17.5 17.6 18.0' })
  expect(complete(confirmFindingPath('o~p', finding))).toMatchObject({ runner: 'lab2', values: '17.5 18.0' })
  // Values and a runner that a person chose stay.
  expect(complete(bisectFindingPath('o~p', finding), { values: '17.5 17.7 18.0', runner: 'lab1' })).toMatchObject({
    ...{ runner: 'lab1', command: 'other', values: '17.5 17.7 18.0' },
  })
})

test('fields that are not a plan say which one is wrong', () => {
  expect(planOfFields(readPlanFields({ command: 'bench', values: '1', repeats: '0' }))).toMatchObject({
    problem: expect.stringContaining('repeats'),
  })
  expect(planOfFields(readPlanFields({ command: 'a b', values: '1' }))).toMatchObject({
    problem: expect.stringContaining('command'),
  })
})
