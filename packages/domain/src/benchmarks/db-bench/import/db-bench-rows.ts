import type { Origin, Origins } from '../../../import/facts/origins.ts'
import type { Fields } from '../../../import/fields.ts'
import { canonicalJson } from '../../../json/canonical-json.ts'
import type { Problem } from '../../../parse/problem.ts'
import type { SourceLocation } from '../../../parse/source-location.ts'
import type { DbBenchRow } from '../parse/db-bench-row.ts'

/**
 * Reliability of the name that a row gets its facts from: 3 for the path of its report.tsv, 2 for its position in a
 * block, 1 for the name of its file.
 */
export type Rank = 3 | 2 | 1

/** A row at its location, with the fields that the names there state. */
export type FoundRow = {
  row: DbBenchRow
  location: SourceLocation
  /** Directory of the data set. */
  dataset: string
  datasetName: string | null
  stated: readonly { rank: Rank; fields: Fields; origins: Origins }[]
  /** True for a result that db_bench printed; absent for a row that a script made of one. */
  isRaw?: true
  /** The output that a row was made from. It has facts that the row lacks. */
  output?: FoundRow
}

/** One row with the fields that all files state of it. */
export type MergedRow = {
  row: DbBenchRow
  dataset: string
  datasetName: string | null
  fields: Fields
  /** The source of each of `fields`. */
  origins: Origins
  location: SourceLocation
  paths: ReadonlySet<string>
  /** Index of the row in the input. It orders rows without a date or with the same one. */
  index: number
}

/**
 * Merges rows that were found in several files. A row is identified by its test, version, date and figures. Fields of
 * the most reliable name win; equally reliable names that contradict each other are a problem that names both files.
 */
export function mergeRows(found: readonly FoundRow[]): { rows: MergedRow[]; problems: Problem[] } {
  const problems: Problem[] = []
  const byIdentity = new Map<string, FoundRow[]>()
  for (const one of joinRaw(found)) {
    const key = identityOf(one)
    byIdentity.set(key, [...(byIdentity.get(key) ?? []), one])
  }
  const rows = [...byIdentity.values()].flatMap((group, index) => {
    const [first] = group
    if (first === undefined) return []
    const { row, dataset, datasetName, location } = first
    const { fields, origins } = mergeFields(group, problems)
    const output = group.find((one) => one.output !== undefined)?.output
    const values = { ...output?.row.values, ...row.values }
    const locations = [...group.map(({ location }) => location), ...(output === undefined ? [] : [output.location])]
    const paths = new Set(locations.map(({ path }) => path))
    const histograms = row.histograms ?? output?.row.histograms ?? []
    return [{ row: { ...row, values, histograms }, dataset, datasetName, fields, origins, location, paths, index }]
  })
  return { rows, problems: distinctProblems(problems) }
}

/**
 * Joins each row of report.tsv with the output in the same folder that it was made from: the one with the same version,
 * rate and microseconds to the last digit. Such an output is not a second measurement.
 */
function joinRaw(found: readonly FoundRow[]): FoundRow[] {
  const keyOf = ({ row, location }: FoundRow) =>
    canonicalJson([
      directoryOf(location.path),
      row.version.text,
      row.values['ops/s'] ?? null,
      row.values.usec_op ?? null,
    ])
  const raw = new Map(found.flatMap((one) => (one.isRaw === true ? [[keyOf(one), one] as const] : [])))
  const joined = new Set<FoundRow>()
  const reports = found.flatMap((one) => {
    if (one.isRaw === true) return []
    const output = raw.get(keyOf(one))
    if (output === undefined || output.row.values.usec_op === undefined) return [one]
    joined.add(output)
    return [{ ...one, output }]
  })
  return [...reports, ...found.filter((one) => one.isRaw === true && !joined.has(one))]
}

const directoryOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

function identityOf({ row, location }: FoundRow): string {
  const { test, version, startedAt, githash, values, params } = row
  const where = startedAt === null ? location : null
  return canonicalJson([test, version.text, startedAt, githash, values, where, params ?? null])
}

function mergeFields(group: readonly FoundRow[], problems: Problem[]): { fields: Fields; origins: Origins } {
  const found = new Map<string, Stated & { against: Stated[] }>()
  for (const row of group) {
    for (const { rank, fields, origins } of row.stated) {
      for (const [field, text] of Object.entries(fields)) {
        const before = found.get(field)
        const origin = origins[field] ?? { source: 'output', from: row.location.path }
        const stated: Stated = { text, rank, row, origin }
        if (before === undefined || rank > before.rank) found.set(field, { ...stated, against: [] })
        else if (rank === before.rank && text !== before.text) before.against.push(stated)
      }
    }
  }
  for (const [field, { text, row, against }] of found) {
    // A part of a name that nothing decodes states no fact.
    if (field.startsWith('_')) continue
    for (const other of against) {
      const { path: file, ...line } = other.row.location
      const what = `${field} of ${row.row.test}, version ${row.row.version.text},`
      const message = `${what} is ${other.text} by this name, but ${text} by ${row.location.path}`
      problems.push({ file, ...line, message })
    }
  }
  return {
    fields: Object.fromEntries([...found].map(([field, { text }]) => [field, text])),
    origins: Object.fromEntries([...found].map(([field, { origin }]) => [field, origin])),
  }
}

/** The value of a field, with the row that states it and its source. */
type Stated = { text: string; rank: Rank; row: FoundRow; origin: Origin }

/** Keeps one problem per pair of files, because further lines of the pair repeat it. */
function distinctProblems(problems: readonly Problem[]): Problem[] {
  const seen = new Set<string>()
  return problems.filter(({ file, message }) => {
    const key = `${file} ${message.replace(/^(\S+) of .* by this name/, '$1')}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
