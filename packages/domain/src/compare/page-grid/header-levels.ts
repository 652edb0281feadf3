/** A header cell over `span` columns that share a value. */
export type HeaderCell = { value: string; span: number; firstColumn: number }

/** One line of headers: a dimension, by its index in the axis, and its cells from left to right. */
type HeaderLevel = { dimension: number; cells: HeaderCell[] }

/** Lines of column headers, and the dimensions that need no line because all columns have the same value. */
type ColumnHeaders = { levels: HeaderLevel[]; constant: { dimension: number; value: string }[] }

/**
 * Computes the lines of headers above columns of several dimensions. Neighbors that share a value and everything above
 * it become one cell; the last line has a cell for each column, because its links are there.
 */
export function columnHeaders(columns: readonly { values: readonly string[] }[]): ColumnHeaders {
  const [first] = columns
  if (first === undefined || first.values.length === 0) return { levels: [], constant: [] }
  const all = first.values.map((value, dimension) => ({ value, dimension }))
  const constant = all.filter(({ value, dimension }) => columns.every(({ values }) => values[dimension] === value))
  // A single column shares all values with itself; its last dimension then stays as its name.
  const shownLevels = constant.length === all.length ? constant.slice(0, -1) : constant
  const shown = all
    .map(({ dimension }) => dimension)
    .filter((at) => !shownLevels.some(({ dimension }) => dimension === at))
  const levels = shown.map((dimension, level) => ({
    dimension,
    cells: mergedCells(columns, dimension, level < shown.length - 1),
  }))
  return { levels, constant: shownLevels }
}

function mergedCells(
  columns: readonly { values: readonly string[] }[],
  dimension: number,
  merges: boolean,
): HeaderCell[] {
  const cells: HeaderCell[] = []
  for (const [index, { values }] of columns.entries()) {
    const last = cells.at(-1)
    const before = columns[index - 1]?.values
    if (merges && last !== undefined && before !== undefined && sharesUpTo(dimension, values, before)) last.span += 1
    else cells.push({ value: values[dimension] ?? '', span: 1, firstColumn: index })
  }
  return cells
}

const sharesUpTo = (dimension: number, a: readonly string[], b: readonly string[]) =>
  a.slice(0, dimension + 1).every((value, index) => value === b[index])
