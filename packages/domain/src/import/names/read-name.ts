import {
  readAllocator,
  readBuildType,
  readCompiler,
  readLinkTimeOptimization,
  readMarch,
  readOptimization,
  readProfileOptimization,
} from './read-build.ts'
import {
  readClients,
  readClientsInWords,
  readKeyValue,
  readPossibleClients,
  readRepeat,
  readShortRepeat,
  readTables,
} from './read-count.ts'
import { readDate } from './read-date.ts'
import { readMachine } from './read-machine.ts'
import { isDistinctTest, readTest } from './read-test.ts'
import { readBranch, readCommit, readProduct, readVersion } from './read-version.ts'
import { readConfig, readGenericWord, readOtherNumbers, readTool } from './read-words.ts'
import { lessSure, type NameElement, resolveElements } from './resolve-elements.ts'
import { endsAtSeparator, SEPARATOR, WORD, withoutSeparators } from './separators.ts'

/** A fact that a part of a name states by a common spelling. */
export type NamedFact = {
  /** A name field (FIELD_NAMES), or an ignored one that begins with `_`. */
  field: string
  value: string
  /** Probability, from 0 to 1, that this spelling means this fact. */
  confidence: number
  /** All values that the spelling may mean, where these are several. */
  interpretations?: readonly string[]
}

/** The facts that a part of a name states, and how many characters the part has. */
export type ReadWords = {
  length: number
  facts: readonly NamedFact[]
  /** True for a part that is recognized as one word but states no known fact. */
  isUndecoded?: true
}

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
  ...readOtherNumbers,
  readTool,
  readProduct,
  readDate,
  readTest,
  readBranch,
  readCompiler,
  readLinkTimeOptimization,
  readOptimization,
  readProfileOptimization,
  readMarch,
  readAllocator,
  readBuildType,
  readConfig,
  readClients,
  readClientsInWords,
  readPossibleClients,
  readRepeat,
  readShortRepeat,
  readTables,
  readVersion,
  readCommit,
  readGenericWord,
]

const MAX_NAME = 255

/**
 * Reads the name of a folder or file by the spellings that people commonly use: `pg-18.1`, `mysql8044`, `main-abc1234`,
 * `gcc-13`, `c40`, `run2`. A part states its fact only as a whole word between separators, so `pgbench` names no
 * product. Two parts that state different values of one field leave it uncertain. A bare number is a part of its own
 * only at an end of the name.
 */
export function readName(spelled: string): ReadName {
  if (spelled.length > MAX_NAME) return { facts: [], rest: [spelled] }
  // One form of letters with accents, which systems store differently; wide letters and blanks become plain ones.
  const name = spelled.normalize('NFKC')
  const parts = resolveElements(splitName(name))
  const rest = joinWords(name, parts)
  const facts = parts.flatMap(({ read }) => read?.facts ?? [])
  return { facts: unsureWhereDifferent(mostExactVersion(joinFlags(facts))), rest }
}

/** The parts of a name: words that a spelling decodes, and the words between them. */
function splitName(name: string): NameElement[] {
  const parts: NameElement[] = []
  let unread = ''
  const endWord = (end: number) => {
    if (unread !== '') parts.push({ text: withoutSeparators(unread), at: end - unread.length, read: null })
    unread = ''
  }
  for (let at = 0; at < name.length; ) {
    const text = name.slice(at)
    const separator = SEPARATOR.exec(text)?.[0] ?? ''
    if (separator !== '') {
      unread += unread === '' ? '' : separator
      at += separator.length
      continue
    }
    const read =
      readSpelling(text, unread !== '') ??
      (isModel(text, unread)
        ? null
        : readNumber(text, at === 0 || (isAfterTool(parts, unread) && /^\d+[-_ ][a-z]/i.test(text))))
    if (read === null) {
      const [word = text] = WORD.exec(text) ?? []
      unread += word
      at += word.length
      continue
    }
    endWord(at)
    parts.push({ text: text.slice(0, read.length), at, read })
    at += read.length
  }
  endWord(name.length)
  return parts
}

/** The texts of parts that state nothing; a version that belongs to the word before it is joined with the word. */
function joinWords(name: string, parts: readonly NameElement[]): string[] {
  const words: string[] = []
  let start: number | null = null
  for (const { text, at, read } of parts) {
    if (read !== null) {
      start = null
      if (read.isUndecoded === true) words.push(text)
      continue
    }
    if (start !== null) words.pop()
    start ??= at
    words.push(name.slice(start, at + text.length))
  }
  return words
}

/** The facts with one version where the others are the same with fewer numbers: 17.6 of `postgresql17-server-17.6`. */
function mostExactVersion(facts: readonly NamedFact[]): readonly NamedFact[] {
  const versions = facts.filter(({ field }) => field === 'version')
  const [exact] = versions.toSorted((a, b) => b.value.length - a.value.length)
  if (exact === undefined || !versions.every(({ value }) => `${exact.value}.`.startsWith(`${value}.`))) return facts
  return [...facts.filter(({ field }) => field !== 'version'), exact]
}

/** @param isAfterWord true if an unknown word precedes: `insert` is then the end of a longer name, as in `my_insert`. */
function readSpelling(text: string, isAfterWord: boolean): ReadWords | null {
  for (const read of SPELLINGS) {
    const part = read(text)
    if (part === null || !endsAtSeparator(text, part.length)) continue
    if (isAfterWord && part.facts[0]?.field === 'test' && !isDistinctTest(text)) return null
    return part
  }
  return null
}

/** True for the long number of a model after its maker, `intel-8480` and `amd_9654`; a year and a round number are none. */
const isModel = (text: string, unread: string): boolean =>
  /[a-z][-_ ]$/i.test(unread) && /^(?!20[0-3]\d$|1024$|2048$|4096$|8192$|\d000$)\d{4}[a-z]{0,2}$/i.test(text)

/** True right after the name of a tool, as for 17 in `pgbench_17_readonly`. */
const isAfterTool = (parts: readonly NameElement[], unread: string): boolean =>
  unread === '' && parts.at(-1)?.read?.facts[0]?.field === '_tool'

/** A bare number at the beginning or at the end of a name, which may be clients, a repeat or a size. */
function readNumber(text: string, isFirst: boolean): ReadWords | null {
  const [number] = /^\d+/.exec(text) ?? []
  if (number === undefined || !endsAtSeparator(text, number.length)) return null
  return isFirst || number.length === text.length ? { length: number.length, facts: [], isUndecoded: true } : null
}

/** Joins flags that can stand together, such as `-O2` and `-flto=thin`; two levels of optimization contradict. */
function joinFlags(facts: readonly NamedFact[]): readonly NamedFact[] {
  const flags = facts.filter(({ field }) => field === 'flags')
  const levels = new Set(flags.map(({ value }) => value).filter((value) => value.startsWith('-O')))
  if (flags.length < 2 || levels.size > 1) return facts
  const value = [...new Set(flags.map((flag) => flag.value))].join(' ')
  const joined = { field: 'flags', value, confidence: Math.min(...flags.map(({ confidence }) => confidence)) }
  return [...facts.filter(({ field }) => field !== 'flags'), joined]
}

function unsureWhereDifferent(facts: readonly NamedFact[]): NamedFact[] {
  const isContradicted = ({ field, value }: NamedFact) =>
    !field.startsWith('_') && facts.some((other) => other.field === field && other.value !== value)
  return facts.map((fact) => (isContradicted(fact) ? lessSure(fact) : fact))
}

/** The facts that are certain, by field. */
export function certainFields({ facts }: Pick<ReadName, 'facts'>): Record<string, string> {
  const certain = facts.filter(({ field, confidence }) => confidence >= CERTAIN && !field.startsWith('_'))
  return Object.fromEntries(certain.map(({ field, value }) => [field, value]))
}

/** The facts that a person has to confirm. */
export const uncertainFacts = ({ facts }: Pick<ReadName, 'facts'>): NamedFact[] =>
  facts.filter(({ field, confidence }) => confidence < CERTAIN && !field.startsWith('_'))
