/** A header cell over `span` columns that share a value. */
export type HeaderCell = { value: string; span: number; firstColumn: number }

/** One line of headers: a dimension, by its index in the axis, and its cells from left to right. */
export type HeaderLevel = { dimension: number; cells: HeaderCell[] }

/**
 * The lines of headers above columns of several dimensions. Neighbours that share a value and everything above it
 * become one cell; the last line has a cell for each column, because that is where its links are.
 */
export function headerLevels(columns: readonly { values: readonly string[] }[]): HeaderLevel[] {
  const depth = columns[0]?.values.length ?? 0
  return Array.from({ length: depth }, (_, dimension) => {
    const cells: HeaderCell[] = []
    for (const [index, { values }] of columns.entries()) {
      const last = cells.at(-1)
      const before = columns[index - 1]?.values
      const shared = dimension < depth - 1 && before !== undefined && sharesUpTo(dimension, values, before)
      if (last !== undefined && shared) last.span += 1
      else cells.push({ value: values[dimension] ?? '', span: 1, firstColumn: index })
    }
    return { dimension, cells }
  })
}

/** True for a dimension that says the same in every column: the title of the table says it once. Never for the last. */
export function isConstant(level: HeaderLevel, levels: readonly HeaderLevel[]): boolean {
  return level !== levels.at(-1) && level.cells.length === 1 && (level.cells[0]?.span ?? 0) > 1
}

const sharesUpTo = (dimension: number, a: readonly string[], b: readonly string[]) =>
  a.slice(0, dimension + 1).every((value, index) => value === b[index])
