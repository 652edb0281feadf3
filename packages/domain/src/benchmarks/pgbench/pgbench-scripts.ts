import { quote } from '../../parse/quote.ts'

export type PgbenchStatement = { text: string; latencyMs: number }

/** One script of a run, with its own counts and latencies. */
export type PgbenchScript = {
  /** Name of the script: `<builtin: select only>` or a path; empty for the only script of a run. */
  name: string
  weight: number | null
  transactions: number | null
  tps: number | null
  latencyMs: number | null
  stddevMs: number | null
  failed: number | null
  /** Statements in the order of the script, including \\set and other meta commands. */
  statements: readonly PgbenchStatement[]
}

type Draft = { -readonly [K in keyof PgbenchScript]: PgbenchScript[K] } & { statements: PgbenchStatement[] }

const NUMBER = String.raw`(\d{1,15}(?:\.\d{1,15})?)`
const pattern = (source: string) => new RegExp(`^ - ${source.replaceAll('NUMBER', NUMBER)}`)
const WEIGHT = pattern('weight: NUMBER \\(')
const TRANSACTIONS = pattern('NUMBER transactions \\([\\d.]{1,20}% of total, tps = NUMBER\\)$')
const FAILED = pattern('number of failed transactions: NUMBER \\(')
const AVERAGE = pattern('latency average = NUMBER ms(?: \\(including failures\\))?$')
const STDDEV = pattern('latency stddev = NUMBER ms$')

/** Parses the section of each script in a report, with the latencies of its statements. */
export class ScriptParser {
  readonly #scripts: Draft[] = []
  #current: Draft | null = null
  /** Number of counts (failures, retries) printed between a latency and its statement; null outside of such a list. */
  #counts: number | null = null

  /** True while lines belong to a script and not to the whole run. */
  get isInside(): boolean {
    return this.#current !== null
  }

  scripts(): PgbenchScript[] {
    return this.#scripts
  }

  /** @returns a message about the line; null when it was parsed or belongs to another section. */
  read(content: string): string | null {
    const line = content.trimEnd()
    const [, name] = /^SQL script \d{1,4}: (.{1,1000})$/.exec(line) ?? []
    if (name !== undefined) {
      this.#start(name)
      return null
    }
    const [, counts] = /^(?: - )?statement latencies in milliseconds((?:,| and|:).*)$/.exec(line) ?? []
    if (counts !== undefined) {
      if (this.#current === null) this.#start('')
      this.#counts = /retries/.test(counts) ? 2 : /failures/.test(counts) ? 1 : 0
      return null
    }
    if (this.#current === null || line === '') return null
    return this.#counts === null ? readPart(this.#current, line) : this.#readStatement(this.#current, line)
  }

  #start(name: string): void {
    this.#counts = null
    this.#current = {
      name,
      weight: null,
      transactions: null,
      tps: null,
      latencyMs: null,
      stddevMs: null,
      failed: null,
      statements: [],
    }
    this.#scripts.push(this.#current)
  }

  #readStatement(script: Draft, line: string): string | null {
    const counts = this.#counts ?? 0
    const [, latency, text] =
      new RegExp(String.raw`^\s+(\d{1,12}\.\d{1,9})${String.raw`\s+\d{1,15}`.repeat(counts)}\s+(\S.*)$`).exec(line) ??
      []
    // The continuation of a statement has no number.
    if (text === undefined) return null
    script.statements.push({ text, latencyMs: Number(latency) })
    return null
  }
}

function readPart(script: Draft, line: string): string | null {
  const [, weight] = WEIGHT.exec(line) ?? []
  const [, transactions, tps] = TRANSACTIONS.exec(line) ?? []
  const [, failed] = FAILED.exec(line) ?? []
  const [, average] = AVERAGE.exec(line) ?? []
  const [, stddev] = STDDEV.exec(line) ?? []
  if (weight !== undefined) script.weight = Number(weight)
  else if (transactions !== undefined) [script.transactions, script.tps] = [Number(transactions), Number(tps)]
  else if (failed !== undefined) script.failed = Number(failed)
  else if (average !== undefined) script.latencyMs = Number(average)
  else if (stddev !== undefined) script.stddevMs = Number(stddev)
  else if (/^ - (?:weight|\d+ transactions|latency)/.test(line)) return `${quote(line.trim())} cannot be read`
  return null
}
