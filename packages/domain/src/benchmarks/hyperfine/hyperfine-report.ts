import { z } from 'zod'
import { countFigure, decimalFigure, type Figure } from '../../parse/invariants/figure.ts'
import { checkInvariants, ordered, refusal } from '../../parse/invariants/invariants.ts'
import { isJsonObjectWith, type JsonReport, parseJsonReport } from '../../parse/json-report.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'

/** One command of a report. Times are wall-clock seconds, one for each run. */
export type HyperfineCommand = {
  command: string
  parameters: Readonly<Record<string, string>>
  runs: readonly { seconds: number; peakBytes: number | null }[]
  /** The statistic that the only run has, where the times of single runs are not known; null where they are. */
  aggregate: 'median' | null
  /** Mean user and kernel CPU seconds of the runs. */
  userSeconds: number
  systemSeconds: number
  /** The first run that failed; null when all ended with 0. */
  failure: { exitCode: number; line: number } | null
}

const Command = z.looseObject({
  command: z.string().min(1),
  mean: z.number(),
  median: z.number(),
  user: z.number(),
  system: z.number(),
  min: z.number(),
  max: z.number(),
  times: z.array(z.number()).min(1),
  exit_codes: z.array(z.int().nullable()).optional(),
  memory_usage_byte: z.array(z.number()).optional(),
  parameters: z.record(z.string(), z.string()).optional(),
})
type Command = z.infer<typeof Command>
const Report = z.looseObject({ results: z.array(Command).min(1) })

export const isHyperfineReport = (text: string): boolean =>
  isJsonObjectWith(text, 'results', 'command', 'times', 'stddev')

/** Parses what `hyperfine --export-json` writes. */
export function parseHyperfine(text: string, file: string): Parsed<HyperfineCommand[]> {
  const parsed = parseJsonReport(text, file, Report)
  if ('problems' in parsed) return { value: null, problems: parsed.problems }
  const { report } = parsed
  const problems = report.value.results.flatMap((command, index) => checkCommand(command, index, report, file))
  if (problems.length > 0) return { value: null, problems }
  return { value: report.value.results.map((command, index) => readCommand(command, index, report)), problems }
}

function readCommand(command: Command, index: number, { lineOf }: JsonReport<unknown>): HyperfineCommand {
  const { times, exit_codes: exitCodes = [], memory_usage_byte: peaks = [] } = command
  const failed = exitCodes.findIndex((code) => code !== 0 && code !== null)
  const at = ['results', index, 'exit_codes']
  return {
    command: command.command,
    parameters: command.parameters ?? {},
    runs: times.map((seconds, run) => ({ seconds, peakBytes: peaks[run] ?? null })),
    aggregate: null,
    userSeconds: command.user,
    systemSeconds: command.system,
    failure: failed === -1 ? null : { exitCode: exitCodes[failed] ?? 0, line: lineOf([...at, failed]) },
  }
}

/** The statistics of a command must be those of its times. */
function checkCommand(command: Command, index: number, { lineOf }: JsonReport<unknown>, file: string): Problem[] {
  const { times, exit_codes: exitCodes, min, mean, median, max } = command
  const line = (member: string) => lineOf(['results', index, member])
  if (exitCodes !== undefined && exitCodes.length !== times.length) {
    return [refusal(file, `has ${times.length} times, but ${exitCodes.length} exit codes`, line('exit_codes'))]
  }
  const sorted = times.toSorted((a, b) => a - b)
  const figures = new Map<string, Figure>([
    ['shortest time', decimalFigure(String(sorted[0]), line('times'))],
    ['min', decimalFigure(String(min), line('min'))],
    ['median', decimalFigure(String(median), line('median'))],
    ['mean', decimalFigure(String(mean), line('mean'))],
    ['max', decimalFigure(String(max), line('max'))],
    ['user', decimalFigure(String(command.user), line('user'))],
    ['system', decimalFigure(String(command.system), line('system'))],
    ['runs', countFigure(String(times.length), line('times'))],
  ])
  const invariants = [ordered('min', 'median', 'max'), ordered('min', 'mean', 'max')]
  const average = times.reduce((sum, time) => sum + time, 0) / times.length
  const expected: [string, number, number][] = [
    ['min', min, sorted[0] ?? min],
    ['mean', mean, average],
    ['max', max, sorted.at(-1) ?? max],
  ]
  const different = expected.flatMap(([member, stated, computed]) =>
    Math.abs(stated - computed) <= 1e-6 * Math.abs(computed)
      ? []
      : [refusal(file, `${member} is ${stated}, but that of its times is ${computed}`, line(member))],
  )
  return [...checkInvariants(figures, invariants, file), ...different]
}
