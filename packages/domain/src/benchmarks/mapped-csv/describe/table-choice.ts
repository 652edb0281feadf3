/** A column of a table that no mapping states, by its heading or path. */
export type DescribedColumn = {
  name: string
  /** Up to three different values. */
  examples: string[]
  isNumber: boolean
}

/** One way to read a file as a table. */
export type TableChoice = {
  /** The path of the rows of JSON; null for CSV. */
  rows: string | null
  /** The separator of CSV; null for JSON. */
  separator: string | null
  rowCount: number
  columns: DescribedColumn[]
}
