import { REDACTED, redact } from '@assay/domain/parse/redact'
import type { ServerAddress } from '../server/server-address.ts'

export type Variables = Readonly<Record<string, string | undefined>>

/** The facts that a command line states about the benchmark that it starts. */
export type BenchmarkCommand = {
  /** In letters that a file name can hold. */
  test: string
  /** Null when it does not say. */
  clients: number | null
  server: ServerAddress | null
}

/** A name as a file can have it: `select-only`, `oltp_read_only`. */
export function fileWord(name: string): string {
  const word = name
    .replace(/[^\w.+-]+/g, '_')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 100)
  return word === '' ? 'benchmark' : word
}

/**
 * The command as one could type it again, without its secrets. They are looked for in words that hold neither space nor
 * quote, because behind quotes it is no longer plain where a password ends; then in the line, for a word may be a script.
 */
export function commandLine(argv: readonly string[]): string {
  const bare = argv.map((word) => (word === '' ? 'x' : word.replace(/[\s'"`;|&()<>\\]/g, 'x')))
  const safe = redact(bare.join(' ')).split(' ')
  if (safe.length !== bare.length) return `${argv[0] ?? ''} ${REDACTED}`
  return redact(argv.map((word, i) => (safe[i] === bare[i] ? quoted(word) : safe[i])).join(' '))
}

const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`

/** A number of clients that a document can hold; null for anything else. */
export function clientsOf(text: string | undefined): number | null {
  const clients = text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : 0
  return clients >= 1 && clients <= 1_000_000 ? clients : null
}
