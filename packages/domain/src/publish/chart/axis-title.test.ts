import { expect, test } from 'vitest'
import { xAxisTitle, yAxisTitle } from './axis-title.ts'

test('axes have titles with their units', () => {
  expect(xAxisTitle({ kind: 'number', label: 'machine time', unit: 'h' })).toBe('machine time (h)')
  expect(xAxisTitle({ kind: 'log', label: 'clients', unit: '' })).toBe('clients')
  expect(xAxisTitle({ kind: 'ordered', label: 'version', places: [] })).toBe('version')
  const y = { label: 'qps', unit: 'queries/s', better: 'higher', format: 'value' } as const
  expect(yAxisTitle(y)).toBe('qps in queries/s')
  expect(yAxisTitle({ ...y, label: 'ops/s', unit: 'operations/s' })).toBe('operations/s')
  expect(yAxisTitle({ ...y, label: 'relative to 12.22', format: 'ratio' })).toBe('relative to 12.22')
})
