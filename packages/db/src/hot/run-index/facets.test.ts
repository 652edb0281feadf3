import { type DimensionName, FIXED_DIMENSIONS } from '@assay/domain/compare/dimension'
import type { Point } from '@assay/domain/compare/point'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asUpload, exampleDocument } from '../../testing/example-upload.ts'
import { openTestProject, type TestProject } from '../../testing/open-test-project.ts'
import type { DimensionFilters, Facet } from '../../types.ts'

let lab: TestProject
beforeAll(async () => {
  lab = await openTestProject()
  const tests = [
    { name: 'scan', group: 'range', order: 10 },
    { name: 'point-query', group: 'point', order: 2 },
    { name: 'load', role: 'load' as const },
  ]
  for (const [i, version] of ['9.9', '10.0', '9.10', '18beta1', '18.0'].entries()) {
    const document = exampleDocument({
      version,
      tests,
      product: i % 2 === 0 ? 'Postgres' : 'MySQL',
      config: { name: `x${9 + i}a` },
      hardware: { name: `lab${i % 2}` },
      build: { name: 'o2', compiler: i < 2 ? 'gcc' : 'clang', lto: i === 4 },
      workload: i < 3 ? { name: 'cached', params: { tables: 8 } } : { name: 'io', params: { tables: 1, warm: 'no' } },
      results: [
        { test: 'scan', clients: 40, values: [1, 1] },
        { test: 'point-query', clients: 1, params: { range: 10 }, values: [1, 1] },
        { test: 'point-query', clients: 4, params: { range: 100 }, values: [1, 1] },
        { test: 'load', clients: 1, values: [1, 1] },
      ],
    })
    await lab.project.runs.upload(asUpload(document))
    await lab.project.runs.upload(asUpload({ ...document, repeat: 2, results: document.results.slice(0, i + 1) }))
  }
})
afterAll(() => lab.close())

const observe = (filters: DimensionFilters, allSteps = false) => lab.project.dimensions.facets({ filters, allSteps })
const valuesOf = (observed: Facet[], name: DimensionName) =>
  observed.find((dimension) => dimension.name === name)?.values.map(({ value }) => value)

test('values are in display order', async () => {
  const observed = await observe({})
  expect(valuesOf(observed, 'version')).toEqual(['9.9', '9.10', '10.0', '18beta1', '18.0'])
  expect(valuesOf(observed, 'clients')).toEqual(['1', '4', '40'])
  expect(valuesOf(observed, 'test')).toEqual(['point-query', 'scan'])
  expect(valuesOf(observed, 'config')).toEqual(['x9a', 'x10a', 'x11a', 'x12a', 'x13a'])
  expect(valuesOf(observed, 'compiler')).toEqual(['gcc', 'clang', 'clang+LTO'])
  expect(observed.map(({ name }) => name)).toEqual([...FIXED_DIMENSIONS, 'param:range', 'param:tables', 'param:warm'])
})

test('a filter narrows other dimensions but not its own', async () => {
  const observed = await observe({ version: ['9.9'] })
  expect(valuesOf(observed, 'version')).toHaveLength(5)
  expect(valuesOf(observed, 'config')).toEqual(['x9a'])
  expect(valuesOf(observed, 'product')).toEqual(['Postgres'])
})

test('counts equal those of the cells', async () => {
  const all = await lab.project.cells.list({ filters: {}, metrics: ['qps'], newestOnly: true, allSteps: true })
  const roles = new Map(all.tests.map(({ name, role }) => [name, role]))
  const names: DimensionName[] = [...FIXED_DIMENSIONS, 'param:range', 'param:tables', 'param:warm']
  const valuesByName = new Map(names.map((name) => [name, [...new Set(all.points.map((point) => at(point, name)))]]))
  const filters = fc.record(
    Object.fromEntries(names.map((name) => [name, fc.subarray(valuesByName.get(name) ?? [], { minLength: 1 })])),
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(filters, fc.boolean(), async (chosen: DimensionFilters, allSteps) => {
      const points = all.points.filter((point) => allSteps || roles.get(at(point, 'test')) === 'measured')
      for (const { name, values } of await observe(chosen, allSteps)) {
        const passing = points.filter((point) =>
          names.every((other) => other === name || (chosen[other]?.includes(at(point, other)) ?? true)),
        )
        const expected = Object.groupBy(
          passing.map((point) => at(point, name)).filter((value) => value !== ''),
          (value) => value,
        )
        expect(Object.fromEntries(values.map(({ value, count }) => [value, count]))).toEqual(
          Object.fromEntries(Object.entries(expected).map(([value, list]) => [value, list?.length])),
        )
      }
    }),
    { numRuns: 60 },
  )
})

const at = (point: Point, name: DimensionName) => point.coordinates[name] ?? ''
