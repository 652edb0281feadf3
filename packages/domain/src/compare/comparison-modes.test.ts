import { expect, test } from 'vitest'
import { comparisonModes } from './comparison-modes.ts'
import type { DimensionName } from './dimension.ts'
import type { Observed } from './study.ts'

const observed = (dimensions: Record<string, string[]>): Observed =>
  Object.entries(dimensions).map(([name, values]) => ({
    name: name as DimensionName,
    values: values.map((value) => ({ value, count: 1 })),
  }))

const LAB = observed({
  product: ['PostgreSQL'],
  version: ['16.10', '17.6', '18.0'],
  config: ['x10a'],
  clients: ['1', '40', '8'],
  repeat: ['1', '2'],
  'param:range': ['10', '100'],
})
const FILTERS = { product: ['PostgreSQL'], hardware: ['dell32'], benchmark: ['sysbench'], workload: ['cached'] }

test('all modes are about the same product, machine and workload', () => {
  const modes = comparisonModes({ filters: { ...FILTERS, version: ['16.10', '18.0'] }, base: '16.10' }, LAB)
  expect(modes.pair).toMatchObject({ kind: 'pair', pair: { product: 'PostgreSQL', from: '16.10', to: '18.0' } })
  expect(modes.many).toMatchObject({ pair: { product: 'PostgreSQL', from: '16.10', to: null, workload: 'cached' } })
  expect(modes.trend).toMatchObject({ query: { filters: FILTERS, order: 'version' } })
  expect(modes['scale-up']).toMatchObject({
    study: 'scale-up',
    comparison: { filters: { ...FILTERS, version: ['18.0'] }, base: { values: { clients: '1' } } },
  })
  expect(modes.sweep).toMatchObject({
    comparison: { columns: ['param:range'], base: { values: { 'param:range': '10' } } },
  })
  expect(modes.distribution).toMatchObject({
    study: 'repeats',
    comparison: { filters: { ...FILTERS, version: ['16.10', '18.0'] }, base: { values: { repeat: '1' } } },
  })
})

test('all versions of some tests have a table for each value that a cell would mix', () => {
  const { many } = comparisonModes({ filters: { ...FILTERS, group: ['writes'] } }, LAB)
  expect(many).toMatchObject({
    comparison: { columns: ['version'], tables: ['clients'], base: { kind: 'first-column' } },
  })
})

test('without a pair the two newest versions are compared', () => {
  const { pair } = comparisonModes({ filters: FILTERS }, LAB)
  expect(pair).toMatchObject({ pair: { from: '17.6', to: '18.0' } })
})

test('a mode without data says why', () => {
  const few = observed({ product: ['PostgreSQL'], version: ['18.0'], clients: ['1'], repeat: ['1'] })
  const kinds = Object.values(comparisonModes({ filters: FILTERS }, few)).map(
    (mode) => mode.kind === 'none' && mode.reason,
  )
  expect(kinds).toEqual([
    'Only one version was measured here.',
    'Only one version was measured here.',
    'Only one version was measured here.',
    'Only one number of clients was measured here.',
    'No parameter was varied here.',
    'Nothing was repeated here.',
  ])
})
