import { describeTable } from '../../benchmarks/mapped-csv/describe/describe-table.ts'
import { recognizeFormat } from '../../benchmarks/registry.ts'
import { plainPathOf } from '../fields.ts'
import type { ImportFile, ImportResult } from '../import-files.ts'
import type { PreviewTable } from './preview-document.ts'

/** Maximum files that are offered for a mapping; equal ones share it. */
const MAX_TABLES = 20

/** The files of CSV or JSON that no format and no mapping reads, as tables whose columns a person can point out. */
export function mappableTables(files: readonly ImportFile[], imported: ImportResult): PreviewTable[] {
  const known = new Set(imported.understood.map(({ path }) => path))
  const unread = new Set(
    [...imported.ignored, ...imported.problems.map(({ file }) => ({ path: file }))].map(({ path }) => path),
  )
  const tables: PreviewTable[] = []
  for (const file of files) {
    if (tables.length >= MAX_TABLES) break
    if (known.has(file.path) || !unread.has(file.path)) continue
    const name = plainPathOf(file.path).split('/').at(-1) ?? ''
    const kind = recognizeFormat(name, file.text)?.kind
    if (kind !== 'mapped-csv' && kind !== 'mapped-json') continue
    const choices = describeTable(file.text)
    if (choices.length > 0) tables.push({ file: file.path, choices })
  }
  return tables
}
