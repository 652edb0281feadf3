/** The place of a cell on the page, for links from sentences. */
export const ioCellId = (subject: number, test: number, column: number): string => `io-${subject}-${test}-${column}`
