/**
 * Aligns rows in columns, two spaces apart. Cells of numeric columns are right-aligned.
 *
 * @param numeric positions of the columns of numbers.
 */
export function textTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  numeric: ReadonlySet<number> = new Set(),
): string {
  const all = [header, ...rows]
  const widths = header.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  const lines = all.map((row) =>
    row
      .map((cell, column) =>
        numeric.has(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
  return `${lines.join('\n')}\n`
}
