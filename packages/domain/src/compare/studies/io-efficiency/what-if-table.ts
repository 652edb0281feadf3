import { formatAbsolute } from '../../format-cell.ts'
import { type FactColumnOf, type FactTable, factTable } from '../pages/fact-table.ts'
import type { ModeledTest } from './io-efficiency-chart.ts'
import { type WhatIf, whatIf } from './io-latency-model.ts'

/** Predictions of the model with another device or other CPU cost; values that are not set are as measured. */
export function whatIfTable(tests: readonly ModeledTest[], requested: WhatIf): FactTable {
  return factTable({
    caption: 'What if',
    columns: WHAT_IF_COLUMNS,
    rows: tests.map(({ name, model }): Predicted => ({ name, ...whatIf(model, requested) })),
    rowKey: ({ name }) => name,
  })
}

type Predicted = { name: string; readsPerSecond: number; efficiency: number }

const WHAT_IF_COLUMNS: readonly FactColumnOf<Predicted>[] = [
  { header: 'Test', cell: ({ name }) => name },
  {
    header: 'predicted reads/s',
    numeric: true,
    cell: ({ readsPerSecond }) => formatAbsolute(readsPerSecond, 0),
  },
  {
    header: 'predicted io.eff',
    about: 'By the model: predicted reads/s of the database / those of fio',
    numeric: true,
    cell: ({ efficiency }) => efficiency.toFixed(3),
  },
]
