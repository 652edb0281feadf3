import type { Parsed, Problem } from '../problem.ts'
import { quote } from '../quote.ts'
import { splitLines } from '../text-lines.ts'

/** Response times of one operation, milliseconds. Percentiles are the upper ends of the ranges that are printed. */
export type LinkbenchOperation = {
  operation: string
  count: number
  percentiles: Readonly<Record<string, number>>
  max: number
  mean: number
}

/** What one phase of Linkbench did: `rate` is requests/s, in a load links/s. */
export type LinkbenchOutput = {
  phase: 'load' | 'request'
  /** Requests, in a load links. */
  done: number
  seconds: number
  rate: number
  /** Threads that the command line or the log names; null when neither does. */
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

/** Text that Linkbench printed, in a file of any name. */
export const isLinkbenchOutput = (text: string): boolean => /(?:REQUEST|LOAD) PHASE COMPLETED\. /.test(text)

/**
 * Standard output of Linkbench (FORMATS.md section 12): the line that says that a phase is completed, and the response
 * times of each operation. The statistics that each thread prints as it goes are samples, and are read over.
 */
export function parseLinkbenchOutput(text: string, file: string): Parsed<LinkbenchOutput> {
  const problems: Problem[] = []
  const operations = new Map<string, LinkbenchOperation>()
  const phases: Pick<LinkbenchOutput, 'phase' | 'done' | 'seconds' | 'rate'>[] = []
  const threads = { named: null as number | null, started: new Set<string>() }
  let maxId: number | null = null
  for (const [i, content] of splitLines(text).lines.entries()) {
    const line = i + 1
    const refuse = (message: string) => problems.push({ file, line, message })
    threads.named ??= numberOf(/ -D(?:requesters|loaders)=(\d{1,6})(?: |$)/.exec(content)?.[1])
    maxId ??= numberOf(/ -Dmaxid1=(\d{1,15})(?: |$)/.exec(content)?.[1])
    const [, started] = /Requester thread #(\d{1,6}) started/.exec(content) ?? []
    if (started !== undefined) threads.started.add(started)
    if (/request threads aborted/.test(content)) {
      return refused(file, {
        line,
        message: 'threads aborted, so the rate is not that of all clients; nothing is taken',
      })
    }
    if (content.includes(' PHASE COMPLETED. ')) {
      const phase = readPhase(content)
      if (phase === null) refuse(`${quote(content)} is a completed phase that cannot be read`)
      else phases.push(phase)
    } else if (/[A-Z] count = \d+ .*p99 = \[/.test(content)) {
      const operation = readOperation(content)
      if (operation === null) refuse(`${quote(content)} is response times that cannot be read`)
      else if (operations.has(operation.operation))
        refuse(`response times of ${operation.operation} come again; the first are kept`)
      else operations.set(operation.operation, operation)
    }
  }
  const [phase, second] = phases
  if (second !== undefined) return refused(file, { message: 'holds several phases; hoped for a file for each' })
  if (phase === undefined || phase.done === 0 || phase.rate === 0) {
    const message =
      'no completed phase; hoped for `REQUEST PHASE COMPLETED. N requests done in S seconds. Requests/second = R`'
    return { value: null, problems: problems.length > 0 ? problems : [{ file, message }] }
  }
  const clients = threads.named ?? (threads.started.size > 0 ? threads.started.size : null)
  return { value: { ...phase, clients, maxId, operations: [...operations.values()] }, problems }
}

const refused = (file: string, problem: Omit<Problem, 'file'>): Parsed<never> => ({
  value: null,
  problems: [{ file, ...problem }],
})

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
