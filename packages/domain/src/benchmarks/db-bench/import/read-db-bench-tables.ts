import type { Fields } from '../../../import/fields.ts'
import { type PlacedFile, type Reading, take } from '../../../import/import-context.ts'
import { parseDbBenchReport } from '../parse/db-bench-report.ts'
import { parseDbBenchSummary } from '../parse/db-bench-summary.ts'
import type { MetRow } from './db-bench-rows.ts'

/** A report.tsv: its own path says what was tested. */
export function readReport(reading: Reading, file: PlacedFile): void {
  const rows = take(reading, file, 'dbbench-report', parseDbBenchReport(file.text, file.path))
  const { fields, dataset, datasetName } = file.directory
  for (const row of rows ?? []) {
    const place = { path: file.path, line: row.line }
    reading.rows.push({
      row,
      place,
      dataset,
      datasetName,
      said: [{ rank: 3, fields: { ...fields, ...file.named?.fields } }],
    })
  }
}

/** Rows of many reports. What its list of paths says of a row is surer than what the name of the file says of all. */
export function readSummary(reading: Reading, file: PlacedFile): void {
  const summary = take(reading, file, 'dbbench-summary', parseDbBenchSummary(file.text, file.path))
  const { fields, dataset, datasetName, rows: byPlace } = file.directory
  const ofFile: Fields = { ...fields, ...file.named?.fields }
  for (const { rows } of summary?.blocks ?? []) {
    for (const [index, { path, ...row }] of rows.entries()) {
      const said: MetRow['said'][number][] = [{ rank: 1, fields: ofFile }]
      const ofRow = { ...byPlace[index], ...(index === 0 && rows.length > 1 ? file.named?.rule.firstRow : {}) }
      if (Object.keys(ofRow).length > 0) said.push({ rank: 2, fields: ofRow })
      if (path !== null) said.push({ rank: 3, fields: reading.decoder.directory(directoryOf(path)).fields })
      reading.rows.push({ row, place: { path: file.path, line: row.line }, dataset, datasetName, said })
    }
  }
}

const directoryOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
