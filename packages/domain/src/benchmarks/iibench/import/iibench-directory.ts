import { countOf, type Fields } from '../../../import/fields.ts'
import type { ImportContext, SourceFile } from '../../../import/import-context.ts'
import type { Operation } from '../parse/columns.ts'
import { parseStep, type Step } from '../parse/step.ts'

/** True for a directory inside a data set: that of one step, or of a selection of servers (res.a, res.in). */
const isInside = (segment: string): boolean => parseStep(segment) !== null || /^res\.[\w.]+$/.test(segment)

/**
 * The file as if it were in the directory of its data set. One run occurs in several selections of servers, and each of
 * its steps may have a separate directory; all of these belong to one run.
 */
export function inDataset(file: SourceFile): SourceFile {
  const { directory } = file
  const segments = directory.dataset.split('/')
  while (segments.length > 0 && isInside(segments.at(-1) ?? '')) segments.pop()
  const dataset = segments.join('/')
  if (dataset === directory.dataset) return file
  const { datasetName } = directory
  const name = datasetName !== null && isInside(datasetName) ? (segments.at(-1) ?? null) : datasetName
  return { ...file, text: file.text, directory: { ...directory, dataset, datasetName: name } }
}

/** Decodes a file name such as `mrg.q100.1`, `mrg.l.i0.some` or `mrg.qr100.L1.rt.query.ht`. */
export function tableOfName(name: string): { step: Step | null; operation: Operation | null } {
  const [, step = '', operation] =
    /^(?:mrg|rel)\.(.+?)(?:\.rt\.(insert|delete|query))?(?:\.some|\.ht|\.txt|\.tsv)?$/.exec(name) ?? []
  // The pattern matches one of the three operations.
  return { step: parseStep(step), operation: (operation as Operation | undefined) ?? null }
}

/**
 * The step of a client's output: the name of its directory, or the beginning or end of its file name (`qr100.L1.txt`).
 */
export function stepOfOutput({ plainPath, name, named }: SourceFile): Step | null {
  const directories = plainPath.split('/').slice(0, -1)
  const stated = [
    named?.fields.test,
    directories.at(-1),
    name.replace(/\.(txt|log|out)$/, ''),
    name.replace(/^o\.ib\./, ''),
  ]
  for (const text of stated) {
    const step = text === undefined ? null : parseStep(text)
    if (step !== null) return step
  }
  return null
}

/** The server that a tag names, and the number of rows at the beginning of the tag: `20m.pg131.cx5`. */
export type TaggedServer = { fields: Fields; rows: string | null; problem: string | null }

/**
 * The server of a tag; null when the tag is not a server name. Words after the config are part of it: `cx6d.badcnf`.
 */
export function serverOfTag({ decoder }: ImportContext, tag: string): TaggedServer | null {
  const [, millions, label = tag] = /^(\d{1,6})m\.(.+)$/.exec(tag) ?? []
  const rows = millions === undefined ? null : String(Number(millions) * 1_000_000)
  const words = label.split('.')
  for (let count = words.length; count > 0; count--) {
    const server = decoder.server(words.slice(0, count).join('.'))
    if (server === null) continue
    const rest = words.slice(count).join('.')
    if (rest !== '' && server.fields.config === undefined) return null
    const config = rest === '' ? {} : { config: `${server.fields.config}.${rest}` }
    return { fields: { ...server.fields, ...config }, rows, problem: server.problem }
  }
  return null
}

/**
 * Number of clients: the stated one, else that of the file content, else that of its path; null when none states it.
 */
export function clientsOf(
  { overrides }: ImportContext,
  { directory, named }: SourceFile,
  stated: number | null,
): number | null {
  return overrides.clients ?? stated ?? countOf(named?.fields.clients) ?? countOf(directory.fields.clients)
}

/** The workload: tables and rows when both are known, otherwise a name made of the known facts. */
export function workloadFields(fields: Fields, { rows, clients }: { rows: string | null; clients: number }): Fields {
  if (fields.workload !== undefined) return {}
  const known = fields.rows ?? rows
  const tables = fields.tables ?? (clients === 1 ? '1' : undefined) // With one client there is one table.
  if (known !== null && known !== undefined && tables !== undefined) return { rows: known, tables }
  const parts = [
    ...(fields.cached === undefined ? [] : [fields.cached]),
    ...(known == null ? [] : [`${Number(known) / 1_000_000}M rows`]),
  ]
  return parts.length === 0 ? {} : { workload: parts.join(', ') }
}
