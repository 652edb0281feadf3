import { compare } from '@assay/domain/compare/compare'
import { fromQuery } from '@assay/domain/compare/comparison-url'
import { formatRatio } from '@assay/domain/compare/format-cell'
import { missedTargets, stepsComparisons } from '@assay/domain/compare/studies/steps/steps'
import { readFigures } from '@assay/testing/archive/archive-figures'
import { expect, test } from 'vitest'
import { everyDemoResult } from './every-demo-result.ts'

const everything = everyDemoResult()
const comparisonsOf = (query: string) => stepsComparisons(fromQuery(query).comparison)

test('every ratio of MySQL 5.6 to 9.5, cached and IO-bound, is computed as printed', () => {
  const { relative } = comparisonsOf(
    'rows=version&columns=workload,test&base=version:5.6.51&product=MySQL&hardware=pn53&benchmark=Insert%20Benchmark',
  )
  const [table, ...others] = compare(everything, relative).tables
  expect(others).toEqual([])
  expect(table?.baseLabel).toBe('5.6.51')
  const ours = new Map<string, string>(
    table?.groups.flatMap(({ rows }) =>
      rows.flatMap(({ label, cells }) =>
        cells.map((cell, at) => [`${label} ${table.columns[at]?.label}`, formatRatio(cell.ratio)] as const),
      ),
    ),
  )
  const printed = ['cached', 'iobound'].flatMap((kind) => readFigures(`ib-mysql-${kind}-relqps`))
  expect(printed).toHaveLength(120)
  expect(ours.size).toBe(120)
  for (const { version, workload, test: step, value } of printed) {
    const key = `${version} ${workload?.split(' ')[0]} ${step}`
    expect(`${key} ${ours.get(key)}`).toBe(`${key} ${value}`)
  }
})

test('the one missed target of the reports is found, and none of the runs of 2021 missed one', () => {
  const query = 'rows=product,version&columns=workload,test&base=first-row&benchmark=Insert%20Benchmark'
  const missed = (hardware: string) =>
    missedTargets(compare(everything, comparisonsOf(`${query}&hardware=${hardware}`).background))
  expect(missed('bee')).toEqual([
    { server: 'PostgreSQL 16.2', step: 'IO-bound qp1000', table: '', rate: 924, target: 1000 },
  ])
  expect(missed('nuc')).toEqual([])
})
