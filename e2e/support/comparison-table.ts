import type { Locator, Page } from '@playwright/test'

/** The text of a comparison table: `1.94` by `hot-points_range=100` and `17.6 x10a_c32r128`. */
export type TableText = { columns: string[]; rows: { name: string; cells: string[] }[] }

/** Where a number stands, by the whole names of its row and its column. */
export type CellRef = { row: string; column: string }

/** The only table of a compare page, or the one whose caption holds `about`. */
export const comparisonTable = (page: Page, about: string | RegExp = /./): Locator =>
  page.getByRole('main').getByRole('table', { name: about })

/** Every number of the table. Summaries of groups are left out. */
export async function readTable(table: Locator): Promise<TableText> {
  await table.page().waitForLoadState()
  const lines = await table.getByRole('row').allInnerTexts()
  const rows = lines.flatMap((line) => {
    const [head = '', ...cells] = line.split('\t')
    const name = /^\s*(.*?)\s*draw as chart/.exec(head)?.[1]
    return name === undefined ? [] : [{ name, cells: cells.map(numberOf) }]
  })
  return { columns: columnsOf(lines), rows }
}

/** The number in a cell as it is printed. */
export const readCell = async (table: Locator, place: CellRef): Promise<string> =>
  numberOf((await (await findCell(table, place)).textContent()) ?? '')

/** The link in a cell: pointing at it shows what is behind the number. */
export async function findCell(table: Locator, { row, column }: CellRef): Promise<Locator> {
  await table.getByRole('link', { name: `sort by ${column},` }).waitFor()
  const columns = columnsOf(await table.getByRole('row').allInnerTexts())
  return findRow(table, row).getByRole('cell').nth(columns.indexOf(column)).getByRole('link')
}

export const findRow = (table: Locator, row: string): Locator =>
  table.getByRole('row').filter({ has: table.page().getByRole('link', { name: `${row} draw as chart`, exact: true }) })

/** The link that sorts by a column says its whole name, from the first header line to the last. */
const columnsOf = (lines: readonly string[]): string[] =>
  [...lines.join('\n').matchAll(/^sort by (.*), (?:largest first|smallest first|in the .* order)$/gm)].map(
    ([, name = '']) => name,
  )

/** Without the sign of its band. */
const numberOf = (text: string): string => /^(?:-|[\d.,]+)/.exec(text.trim())?.[0] ?? text.trim()
