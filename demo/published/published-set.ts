import type { UploadDocument } from '@assay/domain/run/upload-document'

/** Upload documents from figures that exist only in published tables. */
export type PublishedSet = {
  /** Name of its file under ../documents/. */
  name: string
  /** Reads the figures of the repository, or reports of the archive where `needsArchive` is set. */
  make(): UploadDocument[]
  needsArchive?: true
}

/** Groups the rows of a table in long form by `columns`, with the value of each metric. */
export function groupRows(
  rows: readonly Readonly<Record<string, string>>[],
  columns: readonly string[],
): { about: Readonly<Record<string, string>>; values: Map<string, number> }[] {
  const groups = Map.groupBy(rows, (row) => JSON.stringify(columns.map((column) => row[column])))
  return [...groups.values()].flatMap((group) => {
    const [about] = group
    if (about === undefined) return []
    return [{ about, values: new Map(group.map(({ metric = '', value = '' }) => [metric, Number(value)])) }]
  })
}

/** Returns values in the order of the names; null when a table has none. */
export const valuesOf = (
  values: ReadonlyMap<string, number>,
  metricNames: readonly string[],
  printedAs: Readonly<Record<string, string>>,
): (number | null)[] => {
  const byMetric = new Map([...values].map(([printed, value]) => [printedAs[printed] ?? printed, value]))
  return metricNames.map((name) => byMetric.get(name) ?? null)
}
