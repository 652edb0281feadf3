import { plural } from '../plural.ts'
import type { Experiment } from './experiment.ts'
import type { MeasuredRun } from './measured-run.ts'

/** Shortest duration of a run, as a share of the median of the base, that is not reported as another measurement. */
const MIN_DURATION = 0.8

/** The values of the base with which runs of candidates are compared, by workload. */
export type BaseMeasurement = Map<
  string,
  {
    tests: Set<string>
    commands: Set<string>
    programs: Set<string>
    files: Set<string | null>
    seconds: number
    run: MeasuredRun
  }
>

export function baseMeasurement(baseRuns: readonly MeasuredRun[], experiment: ProgramRule): BaseMeasurement {
  const byWorkload = Map.groupBy(baseRuns, ({ workload }) => workload)
  return new Map(
    [...byWorkload].flatMap(([workload, runs]) => {
      const [run] = runs
      if (run === undefined) return []
      const seconds = runs.map(({ machineSeconds }) => machineSeconds).sort((a, b) => a - b)
      const middle = seconds[Math.floor(seconds.length / 2)] ?? 0
      const tests = new Set(runs.flatMap(testsOf))
      const commands = new Set(runs.flatMap((run) => commandsOf(run, experiment)))
      const programs = new Set(runs.flatMap(({ binarySha256 }) => binarySha256 ?? []))
      const files = new Set(runs.flatMap((run) => (run.command === null ? [] : [run.filesSha256])))
      return [[workload, { tests, commands, programs, files, seconds: middle, run }] as const]
    }),
  )
}

/**
 * Differences between what a run of a candidate measured and what the base measured. A candidate with one is flagged
 * and not scored: skipped or changed tests, other parameters or clients, another command, a shorter run, and other
 * values of the invariants.
 */
export function measurementDifferences(
  run: MeasuredRun,
  base: BaseMeasurement,
  experiment: Pick<Experiment, 'workloads' | 'holdoutWorkloads' | 'invariantSettings' | 'invariantMetrics'> &
    ProgramRule,
): string[] {
  const expected = base.get(run.workload)
  if (expected === undefined)
    return isKnown(run.workload, experiment)
      ? []
      : [`measured with ${run.workload}, which is not a workload of the experiment`]
  const own = new Set(testsOf(run))
  const missing = [...expected.tests].filter((test) => !own.has(test))
  const added = [...own].filter((test) => !expected.tests.has(test))
  const stated = commandsOf(run, experiment)
  const commands = stated.filter((command) => !expected.commands.has(command))
  const isOtherCommand = expected.commands.size > 0 && commands.length > 0
  const { binarySha256, filesSha256 } = run
  const isSigned = binarySha256 !== null && expected.programs.size > 0
  const isOtherProgram = isSigned && !experiment.programMayDiffer && !expected.programs.has(binarySha256)
  const hasOtherFiles = isSigned && !expected.files.has(filesSha256)
  return [
    ...(missing.length > 0 ? [`${plural(missing.length, 'test')} of the base not measured: ${first(missing)}`] : []),
    ...(added.length > 0 ? [`${plural(added.length, 'test')} that the base does not have: ${first(added)}`] : []),
    ...(isOtherCommand ? [`measured with another command than the base: ${first(commands)}`] : []),
    ...(isOtherProgram ? ['measured with another program than the base, by the hash of its record'] : []),
    ...(hasOtherFiles ? ['measured with other files than the base, by the hash of its record'] : []),
    // The same signed command and program may be faster; without a record, a short run may have skipped work.
    ...(run.command === null && run.machineSeconds < MIN_DURATION * expected.seconds
      ? [`the run took ${run.machineSeconds.toFixed(1)} s, the base ${expected.seconds.toFixed(1)} s`]
      : []),
    ...changedSettings(run, expected.run, experiment.invariantSettings),
    ...changedMetrics(run, expected.run, experiment.invariantMetrics),
  ]
}

const isKnown = (
  workload: string,
  { workloads, holdoutWorkloads }: Pick<Experiment, 'workloads' | 'holdoutWorkloads'>,
) => workloads.includes(workload) || holdoutWorkloads.includes(workload)

function changedSettings(run: MeasuredRun, base: MeasuredRun, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const [own, expected] = [run.settings[name], base.settings[name]]
    if (own === expected) return []
    return [`${name} is ${own ?? 'not stated'}, in the base ${expected ?? 'not stated'}`]
  })
}

function changedMetrics(run: MeasuredRun, base: MeasuredRun, names: readonly string[]): string[] {
  const baseValues = new Map(base.points.map((point) => [testKey(point), point.values]))
  return names.flatMap((name) =>
    run.points.flatMap((point) => {
      const [own, expected] = [point.values[name], baseValues.get(testKey(point))?.[name]]
      if (own === expected) return []
      const test = point.coordinates.test ?? ''
      return [`${name} of ${test} is ${own ?? 'not stated'}, in the base ${expected ?? 'not stated'}`]
    }),
  )
}

type ProgramRule = Pick<Experiment, 'programMayDiffer'>

/**
 * The command of the signed record, else those that the run states; without the folder of a program that may differ.
 */
function commandsOf({ command, commands }: MeasuredRun, { programMayDiffer }: ProgramRule): readonly string[] {
  const stated = command === null ? commands : [command]
  return programMayDiffer ? stated.map((one) => one.replace(/^\S*\//, '')) : stated
}

const testsOf = ({ points }: MeasuredRun): string[] => points.map(testKey)

/** Identifies what was measured: test, clients, parameters and version of the benchmark, on which machine. */
function testKey({ coordinates }: MeasuredRun['points'][number]): string {
  const { test = '', clients = '', benchmark = '', benchmarkVersion = '', hardware = '' } = coordinates
  const params = Object.entries(coordinates)
    .filter(([name]) => name.startsWith('param:'))
    .map(([name, value]) => `${name.slice('param:'.length)}=${value}`)
    .sort()
  const program = benchmarkVersion.startsWith(benchmark) ? benchmarkVersion : `${benchmark} ${benchmarkVersion}`.trim()
  return [test, plural(Number(clients), 'client'), ...params, program, hardware].join(', ')
}

const first = (names: readonly string[]): string =>
  names.length > 3 ? `${names.slice(0, 3).join('; ')} and ${names.length - 3} more` : names.join('; ')
