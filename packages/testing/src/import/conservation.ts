import { type ImportFile, type ImportOptions, type ImportResult, importFiles } from '@assay/domain/import/import-files'
import { canonicalJson } from '@assay/domain/json/canonical-json'
import { buildLabel } from '@assay/domain/run/build-label'
import { isSameRounded } from '@assay/domain/run/equal-after-rounding'
import { isMeasuredTest } from '@assay/domain/run/is-measured-test'
import { AS_PUBLISHED_PREFIX } from '@assay/domain/run/metric'
import type { UploadDocument } from '@assay/domain/run/upload-document'

/** A value of one result in one file. */
export type Figure = { file: string; what: string; value: number }

export type Conservation = {
  /** Number of values in the documents, including load and warm-up steps. */
  values: number
  /** Number of values in files that are imported alone, without files with problems. */
  figures: number
  /** Figures that are neither in a document nor in a problem. */
  lost: Figure[]
  /** Coordinates with several measured values, all but one of which would be hidden. */
  hidden: string[]
}

/**
 * Checks that an import keeps every figure. Each file is imported alone, and each value must also be in the documents
 * of the whole import at the same version, test and metric, unless a problem names the file. A table that does not
 * state its number of clients is imported alone for one client.
 *
 * @param every of the files of one kind, only each `every`th is imported alone, beginning with the first.
 */
export function checkConservation(files: readonly ImportFile[], options: ImportOptions, every = 1): Conservation {
  const whole = importFiles(files, options)
  const remaining = Map.groupBy(whole.documents.flatMap(figuresOf), ({ what }) => what)
  const isExcused = excusedBy(whole)
  const understood = new Map(whole.understood.map(({ path, kind }) => [path, kind]))
  const byKind = Map.groupBy(files, ({ path }) => understood.get(path) ?? '')
  const figures = [...byKind]
    .filter(([kind]) => kind !== '' && !SUMMED.has(kind))
    .flatMap(([, ofKind]) => ofKind.filter((_, i) => i % every === 0))
    .filter(({ path }) => !isExcused(path))
    .flatMap((file) =>
      importAlone(file, options)
        .documents.flatMap(figuresOf)
        .map((one) => ({ ...one, file: file.path })),
    )
  const lost = figures.filter(
    ({ what, value }) =>
      ![what, asPublished(what)].some((key) => remaining.get(key)?.some((one) => isSameRounded(one.value, value))),
  )
  const stored = Map.groupBy(whole.documents.flatMap(coordinatesOf), (coordinates) => coordinates)
  const hidden = [...stored].flatMap(([coordinates, all]) => (all.length > 1 ? [coordinates] : []))
  const values = whole.documents.flatMap(figuresOf).length
  return { values, figures: figures.length, lost, hidden }
}

function importAlone(file: ImportFile, options: ImportOptions): ImportResult {
  const alone = importFiles([file], options)
  if (alone.documents.length > 0) return alone
  return importFiles([file], { ...options, overrides: { clients: 1, ...options.overrides } })
}

/** Kinds of files with values that are summed: samples of counters and profiles. */
const SUMMED: ReadonlySet<string> = new Set([
  'perf-stat',
  'perf-stat-table',
  'perf-stat-join',
  'perf-report',
  'perf-script',
  'pmp',
  'flame-graph-svg',
  'folded-stacks',
])

/**
 * Returns a predicate for files whose figures may be missing: files with a problem, all files of a folder with a
 * refused run, and every file if the import stopped and stores nothing.
 */
function excusedBy({ problems, questions, contradictions }: ImportResult): (path: string) => boolean {
  if (questions.length + contradictions.length > 0) return () => true
  const named = new Set(problems.map(({ file }) => file))
  const folders = problems.flatMap(({ file, refusesRun }) => (refusesRun === true ? [folderOf(file)] : []))
  return (path) => named.has(path) || folders.some((folder) => path.startsWith(folder))
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

const asPublished = (what: string): string => {
  const [metric = '', ...rest] = JSON.parse(what) as string[] // `figuresOf` made it from a list of texts.
  return JSON.stringify([AS_PUBLISHED_PREFIX + metric, ...rest])
}

/** Values of one file by version, test and metric, independent of other files. */
function figuresOf(document: UploadDocument): Figure[] {
  const { product, version, metricNames, results } = document
  return results.flatMap(({ test, values }) =>
    values.flatMap((value, i): Figure[] =>
      value === null
        ? []
        : [
            {
              file: document.source?.name ?? '',
              what: JSON.stringify([metricNames[i] ?? '', product, version, test]),
              value,
            },
          ],
    ),
  )
}

/** Coordinates of measured values, like the keys in the database. */
function coordinatesOf(document: UploadDocument): string[] {
  const { product, version, build, config, hardware, benchmark, workload, repeat = 1, metricNames } = document
  const run = [product, version, buildLabel(build), config.name, hardware.name, benchmark.name, workload.name, repeat]
  const isMeasured = isMeasuredTest(document)
  return document.results
    .filter(({ test }) => isMeasured(test))
    .flatMap(({ test, clients, params = {}, values }) =>
      values.flatMap((value, i) =>
        value === null ? [] : [canonicalJson([run, test, clients, params, metricNames[i] ?? ''])],
      ),
    )
}
