import { readCompiler, readLinkTimeOptimization } from './read-build.ts'
import { readClients, readKeyValue, readRepeat, readTables } from './read-count.ts'
import { readDate } from './read-date.ts'
import { readMachine } from './read-machine.ts'
import { readBranch, readCommit, readProduct, readVersion } from './read-version.ts'
import { endsAtSeparator, SEPARATOR } from './separators.ts'

/** A fact that a part of a name states by a common spelling. */
export type NamedFact = {
  /** A name field (FIELD_NAMES), or an ignored one that begins with `_`. */
  field: string
  value: string
  /** Probability, from 0 to 1, that this spelling means this fact. */
  confidence: number
}

/** The facts that the beginning of a text states, and the number of characters that state them. */
export type ReadWords = { length: number; facts: readonly NamedFact[] }

/** Reads the beginning of a text; null when it has another spelling. */
export type ReadSpelling = (text: string) => ReadWords | null

/** The facts of a name, and its other parts in their order. */
export type ReadName = { facts: readonly NamedFact[]; rest: readonly string[] }

/** Facts below this confidence are not used, and the user is asked. */
export const CERTAIN = 0.8

/** The first match is taken, so longer spellings come before shorter ones that they begin with. */
const SPELLINGS: readonly ReadSpelling[] = [
  readKeyValue,
  readMachine,
  readProduct,
  readDate,
  readBranch,
  readCompiler,
  readLinkTimeOptimization,
  readClients,
  readRepeat,
  readTables,
  readVersion,
  readCommit,
]

const WORD = /^[^-_.+,;@()[\] ]+/
const MAX_NAME = 255

/**
 * Reads the name of a folder or file by common spellings: `pg-18.1`, `mysql8044`, `main-abc1234`, `gcc-13`, `c40`,
 * `run2`. Only whole words between separators count, so `pgbench` names no product. When two parts state the same
 * field, the later one wins.
 */
export function readName(name: string): ReadName {
  if (name.length > MAX_NAME) return { facts: [], rest: [name] }
  const facts: NamedFact[] = []
  const rest: string[] = []
  let unread = ''
  for (let at = 0; at < name.length; ) {
    const text = name.slice(at)
    const separator = SEPARATOR.exec(text)?.[0] ?? ''
    if (separator !== '') {
      unread += unread === '' ? '' : separator
      at += separator.length
      continue
    }
    const part = readSpelling(text)
    if (part === null) {
      const [word = text] = WORD.exec(text) ?? []
      unread += word
      at += word.length
      continue
    }
    if (unread !== '') rest.push(withoutSeparator(unread))
    unread = ''
    facts.push(...part.facts)
    at += part.length
  }
  if (unread !== '') rest.push(withoutSeparator(unread))
  return { facts, rest }
}

function readSpelling(text: string): ReadWords | null {
  for (const read of SPELLINGS) {
    const part = read(text)
    if (part !== null && endsAtSeparator(text, part.length)) return part
  }
  return null
}

const withoutSeparator = (text: string): string => text.replace(/[-_.+,;@()[\] ]+$/, '')

/** The facts that are certain, by field. */
export function certainFields({ facts }: ReadName): Record<string, string> {
  const certain = facts.filter(({ field, confidence }) => confidence >= CERTAIN && !field.startsWith('_'))
  return Object.fromEntries(certain.map(({ field, value }) => [field, value]))
}
