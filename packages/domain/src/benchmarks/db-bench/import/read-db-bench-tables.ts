import { originsOf, originsOfFile } from '../../../import/facts/origins.ts'
import type { Fields } from '../../../import/fields.ts'
import { type ImportContext, type SourceFile, take } from '../../../import/import-context.ts'
import { parseDbBenchReport } from '../parse/db-bench-report.ts'
import { parseDbBenchSummary } from '../parse/db-bench-summary.ts'
import type { FoundRow } from './db-bench-rows.ts'
import { dbBenchRowsOf } from './db-bench-runs.ts'

/** Reads a report.tsv, whose path states its dimensions. */
export function readReport(context: ImportContext, file: SourceFile): void {
  const rows = take(context, file, 'db-bench-report', parseDbBenchReport(file.text, file.path))
  const { fields, dataset, datasetName } = file.directory
  for (const row of rows ?? []) {
    const location = { path: file.path, line: row.line }
    dbBenchRowsOf(context).push({
      row,
      location,
      dataset,
      datasetName,
      stated: [{ rank: 3, fields: { ...fields, ...file.named?.fields }, origins: originsOfFile(file, {}) }],
    })
  }
}

/**
 * Reads a file with the rows of many reports. Its list of paths is more reliable for a row than the name of the file.
 */
export function readSummary(context: ImportContext, file: SourceFile): void {
  const summary = take(context, file, 'db-bench-summary', parseDbBenchSummary(file.text, file.path))
  const { fields, dataset, datasetName, rows: byPosition } = file.directory
  const ofFile: Fields = { ...fields, ...file.named?.fields }
  for (const { rows } of summary?.blocks ?? []) {
    for (const [index, { path, ...row }] of rows.entries()) {
      const stated: FoundRow['stated'][number][] = [{ rank: 1, fields: ofFile, origins: originsOfFile(file, {}) }]
      const ofRow = { ...byPosition[index], ...(index === 0 && rows.length > 1 ? file.named?.rule?.firstRow : {}) }
      const ofProfile = originsOf(ofRow, { source: 'profile', from: context.profile.name })
      if (Object.keys(ofRow).length > 0) stated.push({ rank: 2, fields: ofRow, origins: ofProfile })
      const listed = path === null ? {} : context.decoder.directory(directoryOf(path)).fields
      if (path !== null)
        stated.push({ rank: 3, fields: listed, origins: originsOf(listed, { source: 'output', from: file.path }) })
      dbBenchRowsOf(context).push({ row, location: { path: file.path, line: row.line }, dataset, datasetName, stated })
    }
  }
}

const directoryOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
