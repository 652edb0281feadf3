import { countFigure, decimalFigure, type Figures } from '../../parse/invariants/figure.ts'
import { checkInvariants, refusal } from '../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'
import { quote } from '../../parse/quote.ts'
import { splitLines } from '../../parse/text-lines.ts'
import { LINKBENCH_OPERATION_INVARIANTS, LINKBENCH_PHASE_INVARIANTS } from './linkbench-invariants.ts'

/** Response times of one operation in milliseconds. Percentiles are the upper ends of the printed ranges. */
export type LinkbenchOperation = {
  operation: string
  count: number
  percentiles: Readonly<Record<string, number>>
  max: number
  mean: number
}

/** The result of one phase of Linkbench: `rate` is requests/s, or links/s in a load. */
export type LinkbenchOutput = {
  phase: 'load' | 'request'
  /** Number of requests, or of links in a load. */
  done: number
  seconds: number
  rate: number
  /** Number of threads in the command line or the log; null when neither states it. */
  clients: number | null
  maxId: number | null
  operations: readonly LinkbenchOperation[]
}

const COUNT = String.raw`(\d{1,15})`
const NUMBER = String.raw`(\d{1,15}(?:\.\d{1,15})?(?:E-?\d{1,2})?)`
const pattern = (source: string) => new RegExp(source.replaceAll('COUNT', COUNT).replaceAll('NUMBER', NUMBER))

const REQUESTS = pattern(
  String.raw`REQUEST PHASE COMPLETED\. COUNT requests done in COUNT seconds\. ?Requests\/second = COUNT\s*$`,
)
const LOAD = pattern(
  String.raw`LOAD PHASE COMPLETED\. .*Loaded COUNT links \(.*\)\.\s+Took NUMBER seconds\.\s+Links\/second = COUNT\s*$`,
)
const OLD_LOAD = pattern(
  String.raw`LOAD PHASE COMPLETED\. .* links\. COUNT loaded in COUNT seconds\. ?Links\/second = COUNT\s*$`,
)
const OPERATION = pattern(
  String.raw`(?:^|\]: )([A-Z][A-Z_]{1,40}) count = COUNT +(p\d.*)ms +max = NUMBERms +mean = NUMBERms\s*$`,
)
const RANGE = pattern(String.raw`^p(\d{1,2}(?:\.\d{1,4})?) = \[NUMBER,NUMBER\](?:ms)?$`)

/** Recognizes output of Linkbench, in a file of any name. */
export const isLinkbenchOutput = (text: string): boolean => /(?:REQUEST|LOAD) PHASE COMPLETED\. /.test(text)

/**
 * Parses standard output of Linkbench (FORMATS.md section 12): the line about the completed phase, and the response
 * times of each operation. The statistics that threads print during the run are skipped.
 */
export function parseLinkbenchOutput(text: string, file: string): Parsed<LinkbenchOutput> {
  const problems: Problem[] = []
  const operations = new Map<string, LinkbenchOperation>()
  const phases: Pick<LinkbenchOutput, 'phase' | 'done' | 'seconds' | 'rate'>[] = []
  const threads = { named: null as number | null, started: new Set<string>() }
  let maxId: number | null = null
  for (const [i, content] of splitLines(text).lines.entries()) {
    const line = i + 1
    const refuse = (message: string) => problems.push(refusal(file, message, line))
    threads.named ??= numberOf(/ -D(?:requesters|loaders)=(\d{1,6})(?: |$)/.exec(content)?.[1])
    maxId ??= numberOf(/ -Dmaxid1=(\d{1,15})(?: |$)/.exec(content)?.[1])
    const [, started] = /Requester thread #(\d{1,6}) started/.exec(content) ?? []
    if (started !== undefined) threads.started.add(started)
    if (/request threads aborted/.test(content)) {
      const reason = 'request threads aborted, so the rate is not that of all clients'
      const clients = threads.named ?? (threads.started.size || null)
      return { value: null, problems: [], failure: { line, reason, ...(clients === null ? {} : { clients }) } }
    }
    if (content.includes(' PHASE COMPLETED. ')) {
      const phase = readPhase(content)
      if (phase === null) refuse(`${quote(content)} is a completed phase that cannot be read`)
      else {
        phases.push(phase)
        problems.push(...checkInvariants(phaseFigures(phase, line), LINKBENCH_PHASE_INVARIANTS, file))
      }
    } else if (/[A-Z] count = \d+ .*p99 = \[/.test(content)) {
      const operation = readOperation(content)
      if (operation === null) refuse(`${quote(content)} is response times that cannot be read`)
      else if (operations.has(operation.operation))
        refuse(`response times of ${operation.operation} are printed twice; the first are used`)
      else {
        operations.set(operation.operation, operation)
        problems.push(...checkInvariants(operationFigures(operation, line), LINKBENCH_OPERATION_INVARIANTS, file))
      }
    }
  }
  const [phase, second] = phases
  if (second !== undefined) {
    return { value: null, problems: [refusal(file, 'holds several phases; expected a file for each')] }
  }
  if (phase === undefined || phase.done === 0 || phase.rate === 0) {
    const message =
      'no completed phase; expected `REQUEST PHASE COMPLETED. N requests done in S seconds. Requests/second = R`'
    return { value: null, problems: problems.length > 0 ? problems : [refusal(file, message)] }
  }
  if (problems.some(({ refusesRun }) => refusesRun)) return { value: null, problems }
  const clients = threads.named ?? (threads.started.size > 0 ? threads.started.size : null)
  return { value: { ...phase, clients, maxId, operations: [...operations.values()] }, problems }
}

const phaseFigures = (
  { done, seconds, rate }: Pick<LinkbenchOutput, 'done' | 'seconds' | 'rate'>,
  line: number,
): Figures =>
  new Map([
    ['operations done', countFigure(String(done), line)],
    ['seconds', decimalFigure(String(seconds), line)],
    ['rate per second', decimalFigure(String(rate), line)],
  ])

const operationFigures = ({ mean, max }: LinkbenchOperation, line: number): Figures =>
  new Map([
    ['mean', decimalFigure(String(mean), line)],
    ['max', decimalFigure(String(max), line)],
  ])

const numberOf = (text: string | undefined): number | null =>
  text === undefined || Number(text) === 0 ? null : Number(text)

function readPhase(content: string): Pick<LinkbenchOutput, 'phase' | 'done' | 'seconds' | 'rate'> | null {
  const requests = REQUESTS.exec(content)
  const [, done, seconds, rate] = requests ?? LOAD.exec(content) ?? OLD_LOAD.exec(content) ?? []
  if (done === undefined) return null
  return {
    phase: requests === null ? 'load' : 'request',
    done: Number(done),
    seconds: Number(seconds),
    rate: Number(rate),
  }
}

function readOperation(content: string): LinkbenchOperation | null {
  const [, name, count, ranges = '', max, mean] = OPERATION.exec(content) ?? []
  if (name === undefined) return null
  const percentiles: Record<string, number> = {}
  for (const range of ranges.split(/\s+(?=p\d)/)) {
    const [, percentile, from, to] = RANGE.exec(range) ?? []
    if (percentile === undefined || Number(from) > Number(to)) return null
    percentiles[percentile] = Number(to)
  }
  return { operation: name.toLowerCase(), count: Number(count), percentiles, max: Number(max), mean: Number(mean) }
}
