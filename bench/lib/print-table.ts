/** One measurement with its base and its goal; the ratio is value / base. */
export type Line = { what: string; value: number; unit: string; base?: number; baseName?: string; goal?: string }

/** Prints an aligned table, a line per measurement. */
export function printTable(lines: readonly Line[]): void {
  const rows = lines.map(({ what, value, unit, base, baseName, goal }) => [
    what,
    `${short(value)} ${unit}`,
    base === undefined ? '' : (value / base).toFixed(2),
    base === undefined ? '' : `${baseName ?? 'base'}: ${short(base)} ${unit}`,
    goal ?? '',
  ])
  printRows([['measured', 'value', 'ratio', 'of', 'goal'], ...rows])
}

/** Prints aligned rows, the first of which is the head. */
export function printRows(table: readonly (readonly string[])[]): void {
  const widths = table[0]?.map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0))) ?? []
  for (const row of table)
    console.log(
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

const short = (value: number) => (value >= 1_000 ? Math.round(value).toLocaleString('en') : value.toPrecision(3))
