import type { Locator, Page } from '@playwright/test'

/** The text of a comparison table: `1.94` by `hot-points_range=100` and `17.6 x10a_c32r128`. */
export type TableText = { columns: string[]; rows: { name: string; cells: string[] }[] }

/** Position of a value, by the complete names of its row and its column. */
export type CellRef = { row: string; column: string }

/** The only table of a compare page, or the one whose caption contains `about`. */
export const comparisonTable = (page: Page, about: string | RegExp = /./): Locator =>
  page.getByRole('main').getByRole('table', { name: about })

/** Reads every value of the table, without summaries of groups. */
export async function readTable(table: Locator): Promise<TableText> {
  await table.page().waitForLoadState()
  const lines = await table.getByRole('row').allInnerTexts()
  const columns = await columnsOf(table)
  const rows = lines.flatMap((line) => {
    const [head = '', ...cells] = line.split('\t')
    const name = /^\s*(.*?)\s*draw as chart/.exec(head)?.[1]
    // Companion metrics of the newest version follow the columns.
    return name === undefined ? [] : [{ name, cells: cells.slice(0, columns.length).map(numberOf) }]
  })
  return { columns, rows }
}

/** Returns the value in a cell as it is printed. */
export const readCell = async (table: Locator, cellRef: CellRef): Promise<string> =>
  numberOf((await (await findCell(table, cellRef)).textContent()) ?? '')

/** Finds the link in a cell; hovering over it shows the details. */
export async function findCell(table: Locator, { row, column }: CellRef): Promise<Locator> {
  await table.getByRole('link', { name: `sort by ${column},` }).waitFor()
  const columns = await columnsOf(table)
  return findRow(table, row).getByRole('cell').nth(columns.indexOf(column)).getByRole('link')
}

export const findRow = (table: Locator, row: string): Locator =>
  table.getByRole('row').filter({ has: table.page().getByRole('link', { name: `${row} draw as chart`, exact: true }) })

/** Returns the complete names of columns, which the names of sort links contain, from the first header line to the last. */
async function columnsOf(table: Locator): Promise<string[]> {
  const names = await table
    .locator('thead a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('aria-label') ?? link.textContent ?? ''))
  return names.flatMap(
    (name) => /sort by (.*), (?:largest first|smallest first|in the .* order)$/.exec(name)?.[1] ?? [],
  )
}

/** Removes the sign of the band. */
const numberOf = (text: string): string => /^(?:-|[\d.,]+)/.exec(text.trim())?.[0] ?? text.trim()
