import { REDACTED, redact } from '@assay/domain/parse/redact'
import type { ServerAddress } from '../server/server-address.ts'

export type Variables = Readonly<Record<string, string | undefined>>

/** The facts that a command line states about the benchmark that it starts. */
export type BenchmarkCommand = {
  /** Test name in characters that are valid in a file name. */
  test: string
  /** Null when the command does not state it. */
  clients: number | null
  server: ServerAddress | null
}

/** Converts a name to one that is valid in a file name: `select-only`, `oltp_read_only`. */
export function fileWord(name: string): string {
  const word = name
    .replace(/[^\w.+-]+/g, '_')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 100)
  return word === '' ? 'benchmark' : word
}

/**
 * Returns the command as one could type it again, without its secrets. Secrets are searched first in words without
 * spaces and quotes, because within quotes the end of a password is ambiguous; then in the whole line, because a word
 * may be a script.
 */
export function commandLine(argv: readonly string[]): string {
  const bare = argv.map((word) => (word === '' ? 'x' : word.replace(/[\s'"`;|&()<>\\]/g, 'x')))
  const safe = redact(bare.join(' ')).split(' ')
  if (safe.length !== bare.length) return `${argv[0] ?? ''} ${REDACTED}`
  return redact(argv.map((word, i) => (safe[i] === bare[i] ? quoted(word) : safe[i])).join(' '))
}

const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`

/** Returns the number of clients if a document can contain it; null for anything else. */
export function clientsOf(text: string | undefined): number | null {
  const clients = text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : 0
  return clients >= 1 && clients <= 1_000_000 ? clients : null
}
