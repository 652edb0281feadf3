import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { UploadDocument } from '@assay/domain/run/upload-document'

const DEMO = new URL('../../../../demo/', import.meta.url)

/** One row of a table: the printed fields by column name. */
export type FigureRow = Readonly<Record<string, string>>

/**
 * The figures of a published table, which demo/figures contains with their source.
 *
 * @param name of the file without its extension, such as `sb-pg-12-to-18-relqps`.
 */
export const readFigures = (name: string): FigureRow[] =>
  parseFigures(readFileSync(new URL(`figures/${name}.tsv`, DEMO), 'utf8'))

/** The documents of the demo project that were made from the set `name`. */
export function readDemoDocuments(name: string): UploadDocument[] {
  const bytes = readFileSync(fileURLToPath(new URL(`documents/${name}.json.gz`, DEMO)))
  return UploadDocument.array().parse(JSON.parse(gunzipSync(bytes).toString('utf8')))
}

/**
 * The inverse of formatFigures. Header lines are `# field: value`, which applies to every row, or `# text`; then follow
 * the names of the other fields and one line per row, separated by tabs.
 */
export function parseFigures(text: string): FigureRow[] {
  const lines = text.replace(/\n$/, '').split('\n')
  const common = lines.flatMap((line) => {
    const [, field, value] = /^# ([a-z]+): (.*)$/.exec(line) ?? []
    return field === undefined || value === undefined ? [] : [[field, value] as const]
  })
  const [header = '', ...rows] = lines.filter((line) => !line.startsWith('# '))
  const fields = header.split('\t')
  return rows.map((row) => {
    const values = row.split('\t')
    return Object.fromEntries([...common, ...fields.map((field, at) => [field, values[at] ?? ''] as const)])
  })
}

/** @param source of the figures, printed in the header. */
export function formatFigures(source: string, rows: readonly FigureRow[]): string {
  const fields = Object.keys(rows[0] ?? {})
  const valuesOf = (field: string) => new Set(rows.map((row) => row[field]))
  const common = fields.filter((field) => field !== 'value' && valuesOf(field).size === 1 && rows.length > 1)
  const varying = fields.filter((field) => !common.includes(field))
  return [
    `# Published by ${source}`,
    ...common.map((field) => `# ${field}: ${rows[0]?.[field]}`),
    varying.join('\t'),
    ...rows.map((row) => varying.map((field) => row[field]).join('\t')),
    '',
  ].join('\n')
}
