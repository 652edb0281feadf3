import { countOf } from '../../import/fields.ts'
import type { SourceFile } from '../../import/import-context.ts'
import type { DraftResult, Fragment } from '../../import/run-draft.ts'
import type { Problem } from '../../parse/problem.ts'
import { AS_PUBLISHED_PREFIX } from '../../run/metric.ts'
import type { FioCase, FioOutput } from './fio-case.ts'
import { fioHistograms, fioValues } from './fio-values.ts'

/** Name of the job with which scripts create the file before they measure. */
const LAYOUT = 'seqwrite'

/**
 * The runs of one file. A second case with the same name begins the next repeat. Calls with other numbers of processes
 * belong to the same run. The call that only creates the file is left out.
 */
export function fioRuns({ cases }: FioOutput, file: SourceFile): { runs: Fragment[]; problems: Problem[] } {
  const problems: Problem[] = []
  const measured = cases.filter(({ name }) => name !== LAYOUT)
  const listed = measured.length > 0 ? measured : cases
  const seen = new Map<string, number>()
  const runs = new Map<string, { version: string; index: number; results: DraftResult[]; times: number[] }>()
  const tests = [...new Set(listed.map((one) => testName(one, listed)))]
  for (const one of listed) {
    const test = testName(one, listed)
    const clients = processesOf(one)
    const index = (seen.get(`${clients} ${test}`) ?? 0) + 1
    seen.set(`${clients} ${test}`, index)
    const found = fioValues(one)
    const key = `${index} ${one.version}`
    const run = runs.get(key) ?? { version: one.version, index, results: [], times: [] }
    runs.set(key, run)
    run.times.push(...startOf(one))
    run.results.push({
      test: { name: test, role: 'measured', order: tests.indexOf(test), primaryMetric: 'iops' },
      clients,
      params: { rw: one.rw, block_size: one.blockSize, io_engine: one.engine, io_depth: one.depth },
      ...('failure' in found ? { failure: found.failure } : {}),
      values:
        'failure' in found
          ? {}
          : Math.abs((found.values.iops ?? 0) - found.printedIops) < 1
            ? found.values
            : { ...found.values, [`${AS_PUBLISHED_PREFIX}iops`]: found.printedIops },
      ...('failure' in found ? {} : { histograms: fioHistograms(one) }),
      location: { path: file.path, line: one.line },
    })
  }
  const stated = countOf({ ...file.directory.fields, ...file.named?.fields }.repeat, 100_000) ?? 1
  const repeats = Math.max(1, ...seen.values())
  return {
    problems,
    runs: [...runs.values()].map(({ version, index, results, times }) => {
      const repeat = String((stated - 1) * repeats + index)
      return {
        benchmark: 'fio',
        fields: { ...machineOf(file), product: 'fio', version, repeat },
        identity: { ...machineOf(file), ...undecodedParts(file), version, repeat },
        clientVersion: `fio ${version}`,
        startedAt: times.length === 0 ? null : new Date(Math.min(...times) * 1_000).toISOString(),
        results,
      }
    }),
  }
}

/** The machine as a file name states it, known to the profile or not. */
const machineOf = ({ named }: SourceFile): Record<string, string> =>
  named?.fields.hardware === undefined ? {} : { hardware: named.fields.hardware }

/** The parts of the file's name that nothing decodes, which keep its runs apart from those of other files. */
const undecodedParts = ({ named }: SourceFile): Record<string, string> =>
  Object.fromEntries(Object.entries(named?.fields ?? {}).filter(([field]) => field.startsWith('_@')))

const processesOf = ({ jobs }: FioCase): number =>
  Math.max(
    1,
    jobs.reduce((sum, { processes }) => sum + processes, 0),
  )

/**
 * Name of the test: the label that the script wrote above the case, or one made from the options of fio: `randread
 * 16k`.
 */
function testName({ label, name, rw, blockSize, jobs }: FioCase, all: readonly FioCase[]): string {
  if (label !== null) return label
  const syncs = jobs.some(({ sync }) => sync !== null)
  const what = `${rw} ${blockSize}${syncs ? ' sync' : ''}`
  const isShared = all.some(
    (other) => other.label === null && other.name !== name && other.rw === rw && other.blockSize === blockSize,
  )
  return isShared ? `${name} ${what}` : what
}

/** Start of each job in seconds since 1970, computed from its end and run time. */
function startOf({ jobs }: FioCase): number[] {
  return jobs.flatMap(({ finishedAt, directions }) => {
    const runtimeMs = Math.max(0, ...Object.values(directions).map((direction) => direction.runtimeMs))
    const started = (finishedAt ?? Number.NaN) - Math.round(runtimeMs / 1_000)
    return Number.isFinite(started) && Math.abs(started) < 8e9 ? [started] : []
  })
}
