import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The processes of the product, by the beginning of the names of their files. */
const PROCESSES = { proxy: 'start.mjs', pages: 'pages', uploads: 'uploads', jobs: 'jobs' } as const

type ProcessName = keyof typeof PROCESSES
export type LagByProcess = Record<ProcessName, number>

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
    /** Longest delay of each process between two times, in milliseconds; 0 for a process that did not run. */
    longest(from: number, to: number): LagByProcess {
      const files = readdirSync(directory)
      const of = (prefix: string) =>
        files
          .filter((file) => file.startsWith(prefix))
          .flatMap((file) => delaysOf(join(directory, file), from, to))
          .reduce((a, b) => Math.max(a, b), 0)
      return {
        proxy: of(PROCESSES.proxy),
        pages: of(PROCESSES.pages),
        uploads: of(PROCESSES.uploads),
        jobs: of(PROCESSES.jobs),
      }
    },
    end: () => rmSync(directory, { recursive: true, force: true }),
  }
}

function delaysOf(file: string, from: number, to: number): number[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const delays = lines.map((line) => line.split(' ').map(Number))
  return delays.flatMap(([at = 0, delay = 0]) => (at >= from && at <= to ? [delay] : []))
}
