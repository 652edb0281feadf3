import { plainPathOf } from '../../import/fields.ts'
import type { Format } from '../../import/format.ts'
import { type ImportContext, perImport, refusedOutputs, type SourceFile, take } from '../../import/import-context.ts'
import { matchPattern } from '../../import/profile/path-pattern.ts'
import { canonicalJson } from '../../json/canonical-json.ts'
import { refusal } from '../../parse/invariants/invariants.ts'
import { type CsvMapping, parseCsvMapping } from './csv-mapping.ts'
import { guessMapping } from './guess/guess-mapping.ts'
import { type MappedCsv, type MappedRow, parseMappedCsv, readMappedTable } from './mapped-csv.ts'
import { parseMappedJson } from './mapped-json.ts'

/**
 * `results.csv.mapping.yaml` maps `results.csv`; `mapping.yaml` maps all CSV files of its folder without a separate
 * mapping.
 */
const MAPPING_NAME = /^(?:(.+)\.)?mapping\.(?:ya?ml|json)$/

const mappingsOf = perImport((): { file: SourceFile; mapping: CsvMapping }[] => [])

/** The mapping from columns of CSV files to fields and metrics. */
const csvMapping: Format = {
  kind: 'csv-mapping',
  recognize: (name, text) => MAPPING_NAME.test(name) && /^\s*["']?columns["']?\s*:/m.test(text),
  read(context, file) {
    const mapping = parseCsvMapping(file.text)
    if (mapping.ok) {
      context.understood.push({ path: file.path, kind: 'csv-mapping' })
      mappingsOf(context).push({ file, mapping: mapping.value })
    } else {
      const { line, message } = mapping.error
      context.problems.push({ file: file.path, ...(line === undefined ? {} : { line }), message })
    }
  },
}

/** A CSV file that has a mapping. */
const mappedCsv: Format = {
  kind: 'mapped-csv',
  // Mappings are read before CSV files, regardless of the order of the files.
  phase: 'companion',
  recognize: (name, text) => /\.(?:csv|tsv)$/i.test(name) && text.trim() !== '',
  read(context, file) {
    const found = findMapping(context, file, isOfTables)
    if (found === null) {
      readWithoutMapping(context, file)
      return
    }
    const csv = take(context, file, 'mapped-csv', parseMappedCsv(file.text, file.path, found.mapping))
    if (csv !== null) addRows(context, file, csv, found.path)
  },
}

/** Reads a table whose columns no mapping states by their headings. */
function readWithoutMapping(context: ImportContext, file: SourceFile): void {
  const folder = folderOf(file)
  const outputs = context.understood.filter(({ kind }) => !['mapped-csv', 'csv-mapping'].includes(kind))
  const isNextToOutput = [...outputs.map(({ path }) => plainPathOf(path)), ...refusedOutputs(context)].some((path) =>
    path.startsWith(folder),
  )
  if (isNextToOutput) {
    const reason = `a table without a mapping next to output, which is read instead; ${file.name}.mapping.yaml would map its columns (docs/csv.md)`
    context.ignored.push({ path: file.path, reason })
    return
  }
  const guess = guessMapping(file.text, file.name)
  if ('message' in guess) {
    const { message, line, isResults } = guess
    if (isResults) context.problems.push({ file: file.path, message, ...(line === undefined ? {} : { line }) })
    else {
      const reason = `${message}; ${file.name}.mapping.yaml next to it, or the profile, can map its columns (docs/csv.md)`
      context.ignored.push({ path: file.path, reason })
    }
    return
  }
  context.problems.push(...guess.leftOut.map((row) => ({ file: file.path, ...row })))
  const csv = take(context, file, 'mapped-csv', readMappedTable(guess.table, file.path, guess.mapping))
  const numbered = csv === null ? null : numberRows(csv.rows)
  if (csv === null || numbered === null) {
    if (csv !== null) context.problems.push(refusal(file.path, NOT_REPEATS))
    return
  }
  addRows(context, file, { ...csv, rows: numbered }, null)
}

const NOT_REPEATS =
  'has several rows of the same version, test and clients, and not the same number of each, so that they may not be repeats; add a column `run`'

/** More equal rows are samples of one run rather than runs. */
const MAX_ROW_REPEATS = 50

/**
 * Numbers rows of the same dimensions as repeats in their order. Null when there are more of one than of another, because
 * then something else may separate them.
 */
function numberRows(rows: readonly MappedRow[]): MappedRow[] | null {
  const counts = new Map<string, number>()
  const numbered = rows.map((row): MappedRow => {
    const { fields, params, test, group, clients, values } = row
    const key = canonicalJson([fields, params, test, group, clients, Object.keys(values)])
    const repeat = (counts.get(key) ?? 0) + 1
    counts.set(key, repeat)
    return repeat === 1 ? row : { ...row, fields: { ...fields, repeat: String(repeat) } }
  })
  const largest = new Set(counts.values())
  if (Math.max(...largest) > MAX_ROW_REPEATS) return null
  const stated = rows.some(({ fields }) => fields.repeat !== undefined)
  return largest.size > 1 || (stated && !largest.has(1)) ? null : numbered
}

function addRows(context: ImportContext, file: SourceFile, csv: MappedCsv, mappingPath: string | null): void {
  const tests = [...new Set(csv.rows.map(({ test }) => test))]
  for (const { line, fields, params, test, group, clients, values } of csv.rows) {
    const { benchmark, ...run } = fields
    if (benchmark === undefined) {
      context.problems.push({
        file: file.path,
        line,
        message: 'no column and no constant says which benchmark it is',
      })
      return
    }
    const draft = context.runs.add(file, {
      benchmark,
      fields: run,
      metrics: csv.declared,
      results: [
        {
          test: {
            name: test,
            order: tests.indexOf(test),
            primaryMetric: csv.primaryMetric,
            ...(group === null ? {} : { group }),
          },
          clients,
          params,
          values,
          location: { path: file.path, line },
        },
      ],
    })
    if (mappingPath !== null) draft.paths.add(mappingPath)
  }
}

/** The folder of a file with a trailing slash. */
const folderOf = ({ plainPath }: SourceFile): string => plainPath.slice(0, plainPath.lastIndexOf('/') + 1)

/** The mapping of a file: its own, else that of its folder, else that of the profile. */
function findMapping(
  context: ImportContext,
  file: SourceFile,
  isFitting: (mapping: CsvMapping) => boolean,
): { mapping: CsvMapping; path: string | null } | null {
  const inFolder = mappingsOf(context).filter((one) => folderOf(one.file) === folderOf(file) && isFitting(one.mapping))
  const subjectOf = (one: SourceFile) => MAPPING_NAME.exec(one.name)?.[1]
  const stem = file.name.replace(/\.[^.]+$/, '')
  const found =
    inFolder.find((one) => subjectOf(one.file) === file.name) ??
    inFolder.find((one) => subjectOf(one.file) === stem) ??
    inFolder.find((one) => subjectOf(one.file) === undefined)
  if (found !== undefined) return { mapping: found.mapping, path: found.file.path }
  const rule = context.profile.csv.find(
    ({ match, mapping }) => matchPattern(match, file.name) !== null && isFitting(mapping),
  )
  return rule === undefined ? null : { mapping: rule.mapping, path: null }
}

const isOfJson = ({ rows }: CsvMapping): boolean => rows !== undefined
const isOfTables = (mapping: CsvMapping): boolean => !isOfJson(mapping)

/** JSON of any program that has a mapping with `rows`. */
const mappedJson: Format = {
  kind: 'mapped-json',
  phase: 'companion',
  recognize: (name, text) =>
    !MAPPING_NAME.test(name) &&
    /^\uFEFF?\s*(?:\{\s*"|\[\s*\{)/.test(text) &&
    /\.(?:json|jsonl|ndjson|parquet|txt|log|out)$/i.test(name),
  read(context, file) {
    const found = findMapping(context, file, isOfJson)
    if (found === null) {
      const reason = `JSON that is not known here; ${file.name}.mapping.yaml next to it, or the profile, can map it (docs/csv.md#json)`
      context.ignored.push({ path: file.path, reason })
      return
    }
    const table = take(context, file, 'mapped-json', parseMappedJson(file.text, file.path, found.mapping))
    if (table !== null) addRows(context, file, table, found.path)
  },
}

export const MAPPED_CSV_FORMATS: readonly Format[] = [csvMapping, mappedCsv, mappedJson]
