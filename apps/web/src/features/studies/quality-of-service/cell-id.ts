/** Returns the id of a cell on the page, for links from sentences. */
export const cellId = (table: number, row: number, column: number): string => `cell-${table}-${row}-${column}`
