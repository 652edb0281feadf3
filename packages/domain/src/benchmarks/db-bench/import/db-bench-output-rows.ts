import { originsOfFile } from '../../../import/facts/origins.ts'
import { countOf, type Fields } from '../../../import/fields.ts'
import type { SourceFile } from '../../../import/import-context.ts'
import type { ImportOverrides } from '../../../import/overrides.ts'
import type { Problem } from '../../../parse/problem.ts'
import type { DbBenchCall, DbBenchResult } from '../parse/db-bench-output.ts'
import { type DbBenchVersion, readVersion } from '../parse/db-bench-row.ts'
import { asUploadHistograms } from '../parse/rocksdb-histogram.ts'
import type { FoundRow } from './db-bench-rows.ts'

/**
 * The results of a file as rows, with the facts of their call. A second result of a test in a call is the next repeat.
 */
export function dbBenchRows(
  calls: readonly DbBenchCall[],
  file: SourceFile,
  overrides: ImportOverrides,
): { rows: FoundRow[]; problems: Problem[] } {
  const { path, directory, named } = file
  const names = withoutDates({ ...directory.fields, ...named?.fields, ...undecodedFolders(directory) })
  const rows: FoundRow[] = []
  const problems: Problem[] = []
  for (const call of calls) {
    const version = readVersion(call.version ?? overrides.version ?? names.version ?? '')
    if (version === null) {
      const message = 'the version is not known: expected the line `RocksDB: version N` of standard error, or --version'
      problems.push({ file: path, line: call.line, message })
      continue
    }
    const counts = occurrences(call.results)
    for (const [i, result] of call.results.entries()) {
      const threads = threadsOf(result, names, overrides)
      if (threads === null) {
        const message = `threads of ${result.test} are not known: expected them in a name (.t8, nt8), or --clients`
        problems.push({ file: path, line: result.line, message })
        continue
      }
      const { nth, ofMany } = counts[i] ?? { nth: 1, ofMany: 1 }
      const stated = countOf(names.repeat, 100_000)
      const repeat = ofMany === 1 ? names.repeat : String(((stated ?? 1) - 1) * ofMany + nth)
      const fields: Fields = { ...names, ...(repeat === undefined ? {} : { repeat }) }
      rows.push({
        row: toRow(call, result, { version, threads }),
        isRaw: true,
        location: { path, line: result.line },
        dataset: directory.dataset,
        datasetName: directory.datasetName,
        stated: [
          { rank: 1, fields: factFields(call), origins: originsOfFile(file, factFields(call)) },
          { rank: 2, fields, origins: originsOfFile(file, fields) },
        ],
      })
    }
  }
  return { rows, problems }
}

/** Folders that nothing decodes keep results apart until a person says what they are; numbers only put them in order. */
function undecodedFolders({ isCommon, undecoded }: SourceFile['directory']): Fields {
  const words = isCommon ? undecoded.filter((text) => !/^[\d_-]+$/.test(text)) : []
  return words.length === 0 ? {} : { _folders: words.join('/') }
}

/** Names without the day in them, which is not a fact of a result. */
function withoutDates({ _date, ...names }: Fields): Fields {
  return names
}

/**
 * For each result, its position among the results of the same test, and the largest number of results of one test in
 * the call.
 */
function occurrences(results: readonly DbBenchResult[]): { nth: number; ofMany: number }[] {
  const seen = new Map<string, number>()
  const nth = results.map(({ test, after }) => {
    const count = (seen.get(`${test} ${after}`) ?? 0) + 1
    seen.set(`${test} ${after}`, count)
    return count
  })
  const ofMany = Math.max(1, ...nth)
  return nth.map((n) => ({ nth: n, ofMany }))
}

/**
 * Threads as stated, else estimated by Little's law as operations/s x seconds/operation, because db_bench does not
 * print them. Null when the estimate is not close to a whole number.
 */
function threadsOf(
  { opsPerSecond, microsPerOp }: DbBenchResult,
  names: Fields,
  overrides: ImportOverrides,
): number | null {
  const stated = countOf(names.threads) ?? countOf(names.clients) ?? overrides.clients ?? null
  if (stated !== null) return stated
  const atOnce = (opsPerSecond * microsPerOp) / 1e6
  const threads = Math.round(atOnce)
  return threads >= 1 && Math.abs(atOnce - threads) <= CLOSE ? threads : null
}

/**
 * Largest accepted distance from a whole number. With more than about eight threads, rounding and threads that end
 * early make the estimate too inexact.
 */
const CLOSE = 0.1

function toRow(
  { startedAt }: DbBenchCall,
  { line, test, after, microsPerOp, opsPerSecond, mbPerSecond, percentiles, maxUs, histogram, stats }: DbBenchResult,
  { version, threads }: { version: DbBenchVersion; threads: number },
): FoundRow['row'] {
  const values: Record<string, number | null | undefined> = {
    'ops/s': opsPerSecond === 0 ? null : opsPerSecond,
    'MB/s': mbPerSecond,
    usec_op: microsPerOp === 0 ? null : microsPerOp,
    p50: percentiles['50'],
    p99: percentiles['99'],
    'p99.9': percentiles['99.9'],
    'p99.99': percentiles['99.99'],
    pmax: maxUs,
    ...stats,
  }
  return {
    line,
    test,
    logicalTest: test,
    threads,
    version,
    startedAt,
    githash: null,
    jobId: null,
    failed: false,
    values: Object.fromEntries(
      Object.entries(values).flatMap(([metric, value]) => (value == null ? [] : [[metric, value]])),
    ),
    missing: {},
    histograms: asUploadHistograms(histogram),
    ...(after === null ? {} : { params: { after } }),
  }
}

function factFields({ facts }: DbBenchCall): Fields {
  const [entries] = /^\d{1,15}$/.exec(facts.Entries ?? '') ?? []
  const [, valueBytes] = /^(\d{1,9}) bytes each/.exec(facts.Values ?? '') ?? []
  const [, keyBytes] = /^(\d{1,9}) bytes each/.exec(facts.Keys ?? '') ?? []
  const compression = /^[A-Za-z0-9]{1,30}$/.exec(facts.Compression ?? '')?.[0]
  return {
    ...(entries === undefined ? {} : { 'params.entries': entries }),
    ...(keyBytes === undefined ? {} : { 'params.key_bytes': keyBytes }),
    ...(valueBytes === undefined ? {} : { 'params.value_bytes': valueBytes }),
    ...(compression === undefined ? {} : { 'params.compression': compression }),
  }
}
