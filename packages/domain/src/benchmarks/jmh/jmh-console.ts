import { decimalFigure, type Figure } from '../../parse/invariants/figure.ts'
import { checkInvariants, cutLastLine, ordered, refusal, risingPercentiles } from '../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'
import { quote } from '../../parse/quote.ts'
import { splitLines } from '../../parse/text-lines.ts'
import { forkOf, type JmhBenchmark, type JmhFork, type JmhMode, readUnit } from './jmh-report.ts'

const MODES: readonly (readonly [RegExp, JmhMode])[] = [
  [/^Throughput/, 'thrpt'],
  [/^Average time/, 'avgt'],
  [/^Sampling time/, 'sample'],
  [/^Single shot/, 'ss'],
]

/** The part of the output about one benchmark with one set of parameters. */
type Section = {
  line: number
  about: Map<string, string>
  forks: { value: Figure; unit: string }[][]
  /** True once the result was read, which JMH prints after the last fork. */
  hasResult: boolean
  score: Figure | null
  percentiles: Map<string, Figure>
  unit: string
}

export const isJmhConsole = (text: string): boolean => /^# JMH version: /m.test(text) && /^# Benchmark: /m.test(text)

/**
 * Parses what JMH prints. Each fork is the mean of its iterations; of sampled times, whose iterations count differently,
 * only the mean over all forks is known.
 */
export function parseJmhConsole(text: string, file: string): Parsed<JmhBenchmark[]> {
  const { lines, endsMidLine } = splitLines(text)
  const problems: Problem[] = endsMidLine ? [cutLastLine(file, lines.length)] : []
  const sections: Section[] = []
  for (const [index, content] of lines.entries()) readLine(content, index + 1, sections)
  const cut = sections.find(({ hasResult }) => !hasResult)
  if (cut !== undefined) {
    const name = cut.about.get('Benchmark') ?? 'a benchmark'
    problems.push(refusal(file, `${name} has no result, so the output is cut or the benchmark failed`, cut.line))
  }
  if (problems.length > 0) return { value: null, problems }
  const benchmarks = sections.map((section) => readSection(section, file, problems))
  return problems.length > 0 ? { value: null, problems } : { value: benchmarks.filter((one) => one !== null), problems }
}

function readLine(content: string, line: number, sections: Section[]): void {
  if (content.startsWith('# JMH version: ')) sections.push(newSection(line))
  const section = sections.at(-1)
  if (section === undefined) return
  const [, name, value] = /^# ([A-Z][\w ]*): (.*)$/.exec(content) ?? []
  if (name === 'Fork') section.forks.push([])
  else if (name !== undefined && value !== undefined) section.about.set(name, value)
  const [, text, unit] = /^Iteration +\d+: (\S+)(?: ±\(\S+\) \S+)? (\S+)$/.exec(content) ?? []
  if (text !== undefined && unit !== undefined) section.forks.at(-1)?.push({ value: decimalFigure(text, line), unit })
  else if (/^Iteration +\d+: ./.test(content)) section.forks.at(-1)?.push({ value: decimalFigure('', line), unit: '' })
  if (/^Result "/.test(content)) section.hasResult = true
  if (section.hasResult) readResult(content, line, section)
}

const newSection = (line: number): Section => ({
  ...{ line, about: new Map(), forks: [], hasResult: false, score: null, percentiles: new Map(), unit: '' },
})

/** `71.897 ±(99.9%) 143.320 ops/ms [Average]`, or `mean = 0.952 ±(99.9%) 2.976 us/op` with percentiles below it. */
function readResult(content: string, line: number, section: Section): void {
  const [, score, unit] = /^ +(?:mean = +)?([\d.]+)(?: ±\(\S+\) \S+)? (\S+\/\S+)(?: \[Average\])?$/.exec(content) ?? []
  if (score !== undefined && section.score === null) {
    section.score = decimalFigure(score, line)
    section.unit = unit ?? ''
  }
  const [, rank, value] = /^ +p\(([\d.]+)\) = +(\S+) /.exec(content) ?? []
  if (rank !== undefined && value !== undefined)
    section.percentiles.set(String(Number(rank)), decimalFigure(value, line))
}

function readSection(section: Section, file: string, problems: Problem[]): JmhBenchmark | null {
  const { about, line, score } = section
  const name = about.get('Benchmark') ?? ''
  const printed = about.get('Benchmark mode') ?? ''
  const mode = MODES.find(([pattern]) => pattern.test(printed))?.[1]
  const threads = Number(/^(\d{1,6}) thread/.exec(about.get('Threads') ?? '')?.[1] ?? Number.NaN)
  const iterations = section.forks.flat()
  const unit = mode === undefined ? null : readUnit(iterations[0]?.unit ?? '', mode)
  if (mode === undefined || unit === null || Number.isNaN(threads) || name === '') {
    const unread = iterations.find(({ unit: own }) => own === '')
    const [what, at] =
      unread === undefined
        ? [`${quote(printed)} with ${quote(iterations[0]?.unit ?? '')} is not a mode with its unit`, line]
        : ['an iteration without a value; write the report with -rf json, or else', unread.value.line]
    problems.push(refusal(file, what, at))
    return null
  }
  const found = checkSection(section, mode, file)
  problems.push(...found)
  const [, vmName, vmVersion] = (about.get('VM version') ?? '').split(', ')
  const isSampled = mode === 'sample'
  return {
    ...{ name, mode, threads, params: paramsOf(about.get('Parameters') ?? '') },
    version: ['JMH', about.get('JMH version'), vmName, vmVersion].filter((part) => part !== undefined).join(' '),
    aggregate: isSampled ? 'mean' : null,
    forks: isSampled
      ? [sampledFork(section, (score?.value ?? Number.NaN) * unit, unit)]
      : section.forks.map((fork) => forkOf(meanOf(fork.map(({ value }) => value.value)), mode, unit)),
  }
}

/** Every iteration has the same unit, and the score is the mean of all iterations. */
function checkSection({ forks, score, unit, percentiles, line }: Section, mode: JmhMode, file: string): Problem[] {
  const iterations = forks.flat()
  const other = iterations.find((one) => one.unit !== iterations[0]?.unit)
  if (other !== undefined)
    return [refusal(file, `${quote(other.unit)} is not the unit of the others`, other.value.line)]
  if (score === null || unit !== iterations[0]?.unit)
    return [refusal(file, 'a result without its score in the unit of the iterations', line)]
  const figures = new Map<string, Figure>([
    ...iterations.map(({ value }, at): [string, Figure] => [`iteration ${at + 1}`, value]),
    ['score', score],
    ...[...percentiles].map(([rank, figure]): [string, Figure] => [`p${rank}`, figure]),
  ])
  const ranks = [...percentiles.keys()]
  const rising = risingPercentiles(ranks, (rank) => `p${rank}`)
  const problems = checkInvariants(figures, [rising, ordered('p0', 'score', 'p100')], file)
  if (problems.length > 0 || mode === 'sample') return problems
  const mean = meanOf(iterations.map(({ value }) => value.value))
  const slack = Math.max(...iterations.map(({ value }) => value.high - value.value)) + (score.high - score.value)
  if (Math.abs(mean - score.value) <= slack) return []
  return [refusal(file, `the score is ${score.text}, but the mean of its iterations is ${mean.toFixed(3)}`, score.line)]
}

const STORED_RANKS: readonly string[] = ['50', '90', '95', '99', '99.9']

function sampledFork({ percentiles }: Section, nsPerOperation: number, unit: number): JmhFork {
  const stored = STORED_RANKS.flatMap((rank): [number, number][] => {
    const figure = percentiles.get(rank)
    return figure === undefined ? [] : [[Number(rank), figure.value * unit]]
  })
  return { nsPerOperation, percentilesNs: new Map(stored) }
}

/** `(rows = 100, kind = btree)` */
const paramsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .replace(/^\((.*)\)$/, '$1')
      .split(/, (?=[\w.]+ = )/)
      .flatMap((pair) => {
        const [, name, value] = /^([\w.]+) = (.*)$/.exec(pair) ?? []
        return name === undefined ? [] : [[name, value ?? ''] as const]
      }),
  )

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
