import type { DimensionName } from '@assay/domain/compare/dimension'
import type { ReadBound } from '@assay/domain/compare/warnings/not-shown'
import { ENTRY_DIMENSIONS, isEntryDimension, itemValue } from '../run-index/filter-runs.ts'
import type { RunEntry, RunIndex, TestSetItem } from '../run-index/run-index.ts'
import type { ItemsOf } from './bound-runs.ts'

type Axis = keyof ReadBound['axes']
type Table = { rows: Set<string>; columns: Set<string> }

/** Counts the cells (rows x columns of each table) that runs make, before any result is read. */
export function countCells(runIndex: RunIndex, { axes, metrics }: ReadBound, itemsOf: ItemsOf) {
  const [keyOfTable, keyOfRow, keyOfColumn] = [
    axisKeys(runIndex, axes, 'tables'),
    axisKeys(runIndex, axes, 'rows'),
    axisKeys(runIndex, axes, 'columns'),
  ]
  const tables = new Map<string, Table>()
  const seen = new Set<string>()
  let cells = 0

  function addItem(tableKey: string, row: string, column: string): void {
    const table = tables.get(tableKey) ?? { rows: new Set(), columns: new Set() }
    tables.set(tableKey, table)
    const before = table.rows.size * table.columns.size
    table.rows.add(row)
    table.columns.add(column)
    cells += table.rows.size * table.columns.size - before
  }

  return {
    /** Adds runs and returns the number of cells of all added runs. */
    add(runs: readonly RunEntry[]): number {
      for (const run of runs) {
        const [ofTable, ofRow, ofColumn] = [keyOfTable(run), keyOfRow(run), keyOfColumn(run)]
        const kind = `${run.shape}${SEPARATOR}${ofTable.ofRun}${SEPARATOR}${ofRow.ofRun}${SEPARATOR}${ofColumn.ofRun}`
        // Runs of one shape with the same values on the axes are repeats and make the same cells.
        if (seen.has(kind)) continue
        seen.add(kind)
        for (const item of itemsOf(run)) addItem(ofTable.with(item), ofRow.with(item), ofColumn.with(item))
      }
      return cells * metrics
    },
  }
}

/** Names cannot contain NUL, so different values have different keys. */
const SEPARATOR = '\u0000'

/** Returns the key of a run on an axis, and the keys of its items. */
function axisKeys(runIndex: RunIndex, axes: ReadBound['axes'], axis: Axis) {
  const [ofRuns, ofItems]: [((run: RunEntry) => string)[], DimensionName[]] = [[], []]
  for (const dimension of axes[axis]) {
    const read = runValue(runIndex, dimension)
    if (read === null) ofItems.push(dimension)
    else ofRuns.push(read)
  }
  const itemValues = ofItems.map(itemValue)
  return (run: RunEntry) => {
    const ofRun = ofRuns.map((read) => read(run)).join(SEPARATOR)
    const withItem = (item: TestSetItem) =>
      [ofRun, ...itemValues.map((read) => read(item, run.workload))].join(SEPARATOR)
    return { ofRun, with: withItem }
  }
}

function runValue(runIndex: RunIndex, dimension: DimensionName): ((run: RunEntry) => string) | null {
  if (dimension === 'repeat') return ({ repeat }) => String(repeat)
  if (!isEntryDimension(dimension)) return null
  const { kind, labels } = ENTRY_DIMENSIONS[dimension]
  const all = labels(runIndex)
  return (run) => all[run[kind].index] ?? ''
}
