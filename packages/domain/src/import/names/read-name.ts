import { readCompiler, readLinkTimeOptimization } from './read-build.ts'
import { readClients, readKeyValue, readRepeat, readTables } from './read-count.ts'
import { readDate } from './read-date.ts'
import { readMachine } from './read-machine.ts'
import { readBranch, readCommit, readProduct, readVersion } from './read-version.ts'
import { endsAtSeparator, SEPARATOR } from './separators.ts'

/** A fact that a part of a name states by a common spelling. */
export type NamedFact = {
  /** A field of names (FIELD_NAMES), or one that begins with `_` and states nothing. */
  field: string
  value: string
  /** 0 to 1: how sure it is that this spelling means this. */
  confidence: number
}

/** The facts that a part of a name states, and how many characters the part has. */
export type ReadWords = { length: number; facts: readonly NamedFact[] }

/** Reads what begins at a position of a name; null when it is not of this kind. */
export type ReadSpelling = (text: string) => ReadWords | null

/** Facts of a name, and its parts that state none, in their order. */
export type ReadName = { facts: readonly NamedFact[]; rest: readonly string[] }

/** From this confidence on a fact is taken; below it a person is asked. */
export const CERTAIN = 0.8

/** The first that fits is taken: longer spellings stand before the shorter ones that they begin with. */
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
 * Reads the name of a folder or file by the spellings that people commonly use: `pg-18.1`, `mysql8044`, `main-abc1234`,
 * `gcc-13`, `c40`, `run2`. A part states its fact only as a whole word between separators, so `pgbench` names no product.
 * When two parts state the same field, the later one wins.
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
