import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The processes of the product, by the beginning of the names of their files. */
const PROCESSES = { proxy: 'start.mjs', pages: 'pages', uploads: 'uploads', heavy: 'heavy', jobs: 'jobs' } as const

type ProcessName = keyof typeof PROCESSES
/** Longest delay of an event loop, and longest work in it without a pause in CPU time, in milliseconds. */
export type LoopLag = { delay: number; work: number }
export const lagText = ({ delay, work }: LoopLag): string => `${delay.toFixed(0)} (${work.toFixed(0)})`

export type LagByProcess = Record<ProcessName, LoopLag>

/** Records the delays of the event loops of a product that is started with these variables. */
export function recordEventLoops() {
  const directory = mkdtempSync(join(tmpdir(), 'assay-lag-'))
  const script = pathToFileURL(join(import.meta.dirname, 'record-lag.mjs'))
  return {
    variables: {
      ASSAY_BENCH_LAG: directory,
      // Options of the benchmark itself, such as --cpu-prof, apply to the product as well.
      NODE_OPTIONS: [process.env.NODE_OPTIONS, `--import=${script.href}`].filter(Boolean).join(' '),
    },
    /** The longest of each process between two times; 0 for a process that did not run. */
    longest(from: number, to: number): LagByProcess {
      const files = readdirSync(directory)
      const of = (prefix: string): LoopLag => {
        const own = files.filter((file) => file.startsWith(prefix))
        const lags = own.flatMap((file) => lagsOf(join(directory, file), from, to))
        const longest = (key: keyof LoopLag) => lags.reduce((most, lag) => Math.max(most, lag[key]), 0)
        return { delay: longest('delay'), work: longest('work') }
      }
      return {
        proxy: of(PROCESSES.proxy),
        pages: of(PROCESSES.pages),
        uploads: of(PROCESSES.uploads),
        heavy: of(PROCESSES.heavy),
        jobs: of(PROCESSES.jobs),
      }
    },
    end: () => rmSync(directory, { recursive: true, force: true }),
  }
}

function lagsOf(file: string, from: number, to: number): LoopLag[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.flatMap((line) => {
    const [at = 0, delay = 0, work = 0] = line.split(' ').map(Number)
    return at >= from && at <= to ? [{ delay, work }] : []
  })
}
