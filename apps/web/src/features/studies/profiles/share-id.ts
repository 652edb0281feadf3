/** Returns the id of a share on the page, for links from sentences. */
export const shareId = (table: number, row: number, column: number): string => `share-${table}-${row}-${column}`
