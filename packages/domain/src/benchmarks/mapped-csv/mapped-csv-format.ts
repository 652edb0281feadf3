import type { Format } from '../../import/format.ts'
import { type ImportContext, perImport, type SourceFile, take } from '../../import/import-context.ts'
import { matchPattern } from '../../import/path-pattern.ts'
import { type CsvMapping, parseCsvMapping } from './csv-mapping.ts'
import { parseMappedCsv } from './mapped-csv.ts'

/**
 * `results.csv.mapping.yaml` maps `results.csv`; `mapping.yaml` maps all CSV files of its folder without a separate
 * mapping.
 */
const MAPPING_NAME = /^(?:(.+)\.)?mapping\.(?:ya?ml|json)$/

const mappingsOf = perImport((): { file: SourceFile; mapping: CsvMapping }[] => [])

/** The mapping from columns of CSV files to fields and metrics. */
const csvMapping: Format = {
  kind: 'csv-mapping',
  recognise: (name, text) => MAPPING_NAME.test(name) && /^\s*["']?columns["']?\s*:/m.test(text),
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
  recognise: (name, text) => /\.(?:csv|tsv)$/i.test(name) && text.trim() !== '',
  read(context, file) {
    const found = findMapping(context, file)
    if (found === null) {
      const reason = `no mapping says what its columns are: expected ${file.name}.mapping.yaml next to it, or one in the profile`
      context.ignored.push({ path: file.path, reason })
      return
    }
    const csv = take(context, file, 'mapped-csv', parseMappedCsv(file.text, file.path, found.mapping))
    if (csv === null) return
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
      if (found.path !== null) draft.paths.add(found.path)
    }
  },
}

/** The mapping of a file: its own, else that of its folder, else that of the profile. */
function findMapping(context: ImportContext, file: SourceFile): { mapping: CsvMapping; path: string | null } | null {
  const folderOf = ({ plainPath }: SourceFile) => plainPath.slice(0, plainPath.lastIndexOf('/') + 1)
  const inFolder = mappingsOf(context).filter((one) => folderOf(one.file) === folderOf(file))
  const subjectOf = (one: SourceFile) => MAPPING_NAME.exec(one.name)?.[1]
  const stem = file.name.replace(/\.[^.]+$/, '')
  const found =
    inFolder.find((one) => subjectOf(one.file) === file.name) ??
    inFolder.find((one) => subjectOf(one.file) === stem) ??
    inFolder.find((one) => subjectOf(one.file) === undefined)
  if (found !== undefined) return { mapping: found.mapping, path: found.file.path }
  const rule = context.profile.csv.find(({ match }) => matchPattern(match, file.name) !== null)
  return rule === undefined ? null : { mapping: rule.mapping, path: null }
}

export const MAPPED_CSV_FORMATS: readonly Format[] = [csvMapping, mappedCsv]
