// An independent model of comparisons, computed from uploads and later changes without code of the application, as the
// expected result. It is slow and simple on purpose.

export type ModelDimension = 'product' | 'version' | 'config' | 'hardware' | 'repeat' | 'test' | 'clients'

/** One result in the model. */
export type ModelPoint = { [dimension in ModelDimension]: string } & {
  runId: string
  startedAt: number
  /** True if its run was excluded. */
  isOut: boolean
  values: Readonly<Record<string, number>>
}

export type FigureShape = {
  rows: readonly ModelDimension[]
  columns: readonly ModelDimension[]
  tables: readonly ModelDimension[]
  metrics: readonly string[]
  base: 'first-column' | 'first-row' | 'none' | { version: string }
  show: 'relative' | 'absolute' | 'both'
  repeats: 'median' | 'mean' | 'min' | 'max' | 'each'
  filters: Partial<Record<ModelDimension, readonly string[]>>
}

type Key = readonly string[]
export type ModelCell = {
  table: string
  row: string
  column: string
  metric: string
  value: number
  ratio: number | null
}
/** `bases` are the base row or column of each table by which its cells are divided; a named base may be elsewhere. */
export type ModelGrid = { cells: ReadonlyMap<string, ModelCell>; bases: ReadonlyMap<string, string> }

const DIMENSIONS = ['product', 'version', 'config', 'hardware', 'repeat', 'test', 'clients'] as const
const textOf = (key: Key) => key.join(' | ')
const keyOf = (point: ModelPoint, axis: readonly ModelDimension[]): Key => axis.map((dimension) => point[dimension])

/** @param pinned the bases of an earlier result, because frozen ratios keep their divisors. */
export function modelGrid(
  all: readonly ModelPoint[],
  shape: FigureShape,
  pinned: ReadonlyMap<string, string> = new Map(),
): ModelGrid {
  const columns = shape.repeats === 'each' ? [...shape.columns, 'repeat' as const] : shape.columns
  const passing = (filters: FigureShape['filters']) => (point: ModelPoint) =>
    DIMENSIONS.every((dimension) => filters[dimension]?.includes(point[dimension]) ?? true)
  const listed = all.filter(passing(shape.filters))
  const named = typeof shape.base === 'object' ? shape.base.version : null
  const basePoints = named === null ? [] : all.filter(passing({ ...shape.filters, version: [named] }))
  const bases = new Map<string, string>()
  const cells = new Map<string, ModelCell>()
  for (const [table, ofTable] of Map.groupBy(listed, (point) => textOf(keyOf(point, shape.tables)))) {
    const rowKeys = distinctKeys(ofTable, shape.rows)
    const columnKeys = distinctKeys(ofTable, columns)
    const first = shape.base === 'first-row' ? rowKeys[0] : shape.base === 'first-column' ? columnKeys[0] : undefined
    const base = pinned.get(table) ?? (first === undefined ? undefined : textOf(first))
    if (base !== undefined) bases.set(table, base)
    const lines = new Set<string | null>()
    for (const row of rowKeys) {
      for (const column of columnKeys) {
        for (const metric of shape.metrics) {
          const at = (rowText: string | undefined, columnText: string | undefined) =>
            ofTable.filter(
              (point) => textOf(keyOf(point, shape.rows)) === rowText && textOf(keyOf(point, columns)) === columnText,
            )
          const value = measured(at(textOf(row), textOf(column)), metric, shape.repeats)
          if (value === null) continue
          const under =
            shape.base === 'first-column'
              ? at(textOf(row), base)
              : shape.base === 'first-row'
                ? at(base, textOf(column))
                : named === null
                  ? []
                  : base !== undefined
                    ? shape.rows.includes('version')
                      ? at(base, textOf(column))
                      : at(textOf(row), base)
                    : namedBase(at(textOf(row), textOf(column)), {
                        listed,
                        basePoints,
                        axes: [...shape.tables, ...shape.rows, ...columns],
                        version: named,
                      })
          for (const point of under)
            lines.add(ofTable.includes(point) ? lineOf(point, { shape, columns, row, column }) : null)
          const baseValue = measured(under, metric, shape.repeats)
          const ratio = baseValue === null ? null : value / baseValue
          const cell = { table, row: textOf(row), column: textOf(column), metric, value, ratio }
          cells.set(JSON.stringify([table, cell.row, cell.column, metric]), cell)
        }
      }
    }
    const [line, ...others] = lines
    if (named !== null && others.length === 0 && line != null) bases.set(table, line)
  }
  return { cells, bases }
}

type CellKeys = { shape: FigureShape; columns: readonly ModelDimension[]; row: Key; column: Key }

/** Key of the base row or column where it crosses the cell's own line; null if the base is elsewhere. */
function lineOf(point: ModelPoint, { shape, columns, row, column }: CellKeys): string | null {
  const [ownRow, ownColumn] = [textOf(keyOf(point, shape.rows)), textOf(keyOf(point, columns))]
  if (shape.rows.includes('version')) return ownColumn === textOf(column) ? ownRow : null
  return columns.includes('version') && ownRow === textOf(row) ? ownColumn : null
}

type Named = {
  listed: readonly ModelPoint[]
  basePoints: readonly ModelPoint[]
  axes: readonly ModelDimension[]
  version: string
}

/**
 * The results of the named version that a cell is divided by: same machine, clients, test and product, and the same
 * config or the only one of that version. Empty if there are several candidates, or if the cell of the base contains
 * other results too.
 */
function namedBase(own: readonly ModelPoint[], { listed, basePoints, axes, version }: Named): ModelPoint[] {
  const found = new Set<ModelPoint>()
  for (const point of own) {
    const chosen = baseOfPoint(point, basePoints, axes.includes('repeat'))
    if (chosen.length === 0) return []
    for (const one of chosen) found.add(one)
  }
  const cells = new Set([...found].map((point) => textOf(keyOf(point, axes))))
  const [cell, ...others] = cells
  const shown = listed.filter((point) => textOf(keyOf(point, axes)) === cell)
  const isMixed = shown.every((point) => point.version === version) && shown.some((point) => !found.has(point))
  return others.length > 0 || isMixed ? [] : [...found]
}

function baseOfPoint(own: ModelPoint, basePoints: readonly ModelPoint[], isRepeatShown: boolean): ModelPoint[] {
  let machine = basePoints.filter(({ hardware }) => hardware === own.hardware)
  const isHere = (point: ModelPoint) =>
    point.clients === own.clients && point.test === own.test && (!isRepeatShown || point.repeat === own.repeat)
  for (const dimension of ['product', 'config'] as const) {
    const same = machine.filter((point) => point[dimension] === own[dimension])
    if (same.length > 0) machine = same
    const values = new Set(machine.filter(isHere).map((point) => point[dimension]))
    if (values.size !== 1) return []
    machine = machine.filter((point) => values.has(point[dimension]))
  }
  return machine.filter(isHere)
}

const byNumbers = new Intl.Collator('en', { numeric: true }).compare

/** Distinct keys in display order; numbers within names and versions count as numbers. */
function distinctKeys(points: readonly ModelPoint[], axis: readonly ModelDimension[]): Key[] {
  const keys = new Map(points.map((point) => [textOf(keyOf(point, axis)), keyOf(point, axis)]))
  return [...keys.values()].sort((a, b) => {
    for (const at of axis.keys()) {
      const sign = byNumbers(a[at] ?? '', b[at] ?? '')
      if (sign !== 0) return sign
    }
    return 0
  })
}

/**
 * The aggregate of the newest result of each build, config, machine and repeat, without excluded results unless there
 * are not others.
 */
function measured(points: readonly ModelPoint[], metric: string, repeats: FigureShape['repeats']): number | null {
  const newest = new Map<string, ModelPoint>()
  for (const point of points) {
    if (point.values[metric] === undefined) continue
    const key = textOf(keyOf(point, DIMENSIONS))
    const other = newest.get(key)
    if (other === undefined || other.startedAt < point.startedAt) newest.set(key, point)
  }
  const counted = [...newest.values()].filter(({ isOut }) => !isOut)
  const values = (counted.length > 0 ? counted : [...newest.values()])
    .map((point) => point.values[metric] ?? Number.NaN)
    .sort((a, b) => a - b)
  const [min, max] = [values[0], values.at(-1)]
  if (min === undefined || max === undefined) return null
  if (repeats === 'min') return min
  if (repeats === 'max') return max
  if (repeats === 'mean') return values.reduce((sum, value) => sum + value, 0) / values.length
  const half = Math.floor(values.length / 2)
  const upper = values[half] ?? Number.NaN
  return values.length % 2 === 1 ? upper : ((values[half - 1] ?? Number.NaN) + upper) / 2
}

/** Expected texts of the badge; several if cells with the largest difference are tied. */
export function expectedBadge(before: ModelGrid, after: ModelGrid, show: FigureShape['show']): string[] {
  let gone = 0
  const moved: { size: number; words: string }[] = []
  for (const [name, was] of before.cells) {
    const is = after.cells.get(name)
    const isRatio = show !== 'absolute' && was.ratio !== null
    if (is === undefined || (isRatio && is.ratio === null)) {
      gone++
    } else if (isRatio && was.ratio !== null && is.ratio !== null && was.ratio !== is.ratio) {
      const [shown, now] = [twoDecimals(was.ratio), twoDecimals(is.ratio)]
      const words = shown === now ? `frozen ${was.ratio}, today ${is.ratio}` : `frozen ${shown}, today ${now}`
      moved.push({ size: Math.abs(Math.log(was.ratio / is.ratio)), words })
    } else if ((!isRatio || show === 'both') && was.value !== is.value) {
      moved.push({
        size: Math.abs(Math.log(was.value / is.value)),
        words: `frozen ${was.value}, today ${is.value}`,
      })
    }
  }
  if (moved.length > 0) {
    const largest = Math.max(...moved.map(({ size }) => size))
    const largestMoves = moved.filter(({ size }) => size > largest - 1e-12)
    const cells = moved.length === 1 ? '1 cell' : `${moved.length} cells`
    return [...new Set(largestMoves.map(({ words }) => `${words} (${cells})`))]
  }
  return [gone > 0 ? `source runs of ${gone === 1 ? '1 cell' : `${gone} cells`} are gone` : 'frozen · reproduced']
}

/** Rounds half to even, like all ratios; decimal halves that a double cannot represent are rounded up or down. */
function twoDecimals(ratio: number): string {
  const isHalf = Number.isInteger(ratio * 8) && !Number.isInteger(ratio * 4)
  const below = Math.floor(ratio * 100)
  return isHalf ? ((below + (below % 2)) / 100).toFixed(2) : ratio.toFixed(2)
}
