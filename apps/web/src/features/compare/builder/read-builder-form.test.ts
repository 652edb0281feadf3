import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { toQuery } from '@assay/domain/compare/comparison-url'
import { expect, test } from 'vitest'
import { readBuilderForm } from './read-builder-form.ts'

const form = (changes: Record<string, string[]>, before = DEFAULT_COMPARISON) => {
  const fields: Record<string, string[]> = {
    before: [toQuery(before)],
    rows: [...before.rows, ''],
    columns: [...before.columns, ''],
    tables: [...before.tables, ''],
    'band-kind': ['relative'],
    worse: ['0.95'],
    better: ['1.05'],
    ...changes,
  }
  return new URLSearchParams(Object.entries(fields).flatMap(([name, values]) => values.map((value) => [name, value])))
}

test('submitting an unchanged builder gives the same comparison', () => {
  expect(readBuilderForm(form({}))).toEqual(DEFAULT_COMPARISON)
})

test('selected values are filters, and a comma in a value is not a separator', () => {
  expect(readBuilderForm(form({ version: ['17.6', '18.0'], workload: ['a\\, b'] })).filters).toEqual({
    version: ['17.6', '18.0'],
    workload: ['a, b'],
  })
})

test('all dimensions can be removed from an axis', () => {
  expect(readBuilderForm(form({ rows: [''] })).rows).toEqual([])
})

test('limits that are not numbers, or on the wrong side of 1, keep the previous values', () => {
  expect(readBuilderForm(form({ worse: ['abc'] })).bands).toEqual(DEFAULT_COMPARISON.bands)
  expect(readBuilderForm(form({ worse: ['1.2'] })).bands).toEqual(DEFAULT_COMPARISON.bands)
  expect(readBuilderForm(form({ worse: ['0.9'] })).bands).toMatchObject({ worse: 0.9 })
  expect(readBuilderForm(form({ 'band-kind': ['quartile'] })).bands).toEqual({ kind: 'quartile' })
})

test('a change of columns resets a sort by column', () => {
  const sorted = { ...DEFAULT_COMPARISON, sort: { kind: 'column', column: 1, direction: 'ascending' } as const }
  expect(readBuilderForm(form({}, sorted)).sort).toEqual(sorted.sort)
  expect(readBuilderForm(form({ columns: ['version'] }, sorted)).sort).toEqual({ kind: 'order' })
})

test('the other fields have the names of the query', () => {
  const changes = {
    metrics: ['qps', 'cpu/o'],
    base: ['version:17.6'],
    show: ['both'],
    repeats: ['min'],
    published: ['yes'],
    steps: ['all'],
    changed: ['yes'],
  }
  expect(readBuilderForm(form(changes))).toMatchObject({
    metrics: ['qps', 'cpu/o'],
    base: { kind: 'values', values: { version: '17.6' } },
    show: 'both',
    repeats: 'min',
    asPublished: true,
    allSteps: true,
    onlyChanged: true,
  })
})
