/** The counters of a server while a benchmark runs: snapshots before and after it, and samples of its waits. */
export type Counters = {
  /** Names of the views and statements that are recorded. */
  views: readonly string[]
  /** Writes the snapshots after the benchmark and the samples; resolves when the files are complete. */
  stop(): Promise<void>
}

/** A cell of CSV. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = value instanceof Date ? value.toISOString() : String(value)
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows as CSV with these columns. */
export const csvTable = (names: readonly string[], rows: readonly Readonly<Record<string, unknown>>[]): string =>
  [names, ...rows.map((row) => names.map((name) => row[name]))]
    .map((cells) => `${cells.map(csvCell).join(',')}\n`)
    .join('')
