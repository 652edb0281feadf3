import type { Mask } from './shared-content.ts'

/** Masks products as `DBMS A`, `DBMS B`, ... in the order of the names. */
export const masksFor = (names: readonly string[]): Mask[] =>
  names.map((name, at) => ({ name, shown: `DBMS ${letters(at)}` }))

/** Returns A, B, ... Z, AA, AB, ... */
function letters(at: number): string {
  const last = String.fromCharCode(65 + (at % 26))
  return at < 26 ? last : letters(Math.floor(at / 26) - 1) + last
}

/** Other spellings of product names, which must be masked as well. */
const ALSO_KNOWN_AS: Readonly<Record<string, readonly string[]>> = {
  postgresql: ['postgres', 'pgsql', 'pg'],
  postgres: ['postgresql', 'pgsql', 'pg'],
  mysql: ['innodb'],
  mariadb: ['maria'],
  mongodb: ['mongo', 'wiredtiger'],
}

/** Programs that measure only one product, so that their name reveals it. */
const OWN_BENCHMARK: Readonly<Record<string, string>> = {
  postgresql: 'pgbench',
  postgres: 'pgbench',
  rocksdb: 'db_bench',
  mysql: 'mysqlslap',
}

/**
 * The masks of products, followed by masks of the programs that measure only these products. They are stored with new
 * shares. Older shares lack them, so that their reproduction shows the names that they were frozen with.
 */
export function withOwnBenchmarks(products: readonly Mask[]): Mask[] {
  const names = new Set(products.map(({ name }) => name.toLowerCase()))
  const own = new Map<string, Mask>()
  for (const { name, shown } of products) {
    const benchmark = OWN_BENCHMARK[name.toLowerCase()]
    if (benchmark !== undefined && !names.has(benchmark)) own.set(benchmark, { name: benchmark, shown })
  }
  return [...products, ...own.values()]
}

const SHOWN_AS = {
  version: 'v',
  build: 'build ',
  config: 'config ',
  machine: 'machine ',
  workload: 'workload ',
  flags: 'flags ',
} as const

/** Masks names as `config 1`, `config 2` or `v1`, `v2`, ... in the given order; equal names share a mask. */
export const numberedMasks = (kind: keyof typeof SHOWN_AS, names: readonly string[]): Mask[] =>
  [...new Set(names)]
    .filter((name) => name !== '')
    .map((name, at) => ({ name, shown: `${SHOWN_AS[kind]}${at + 1}`, kind }))

type MaskedWord = { word: string; shown: string; pattern: string; kind: Mask['kind'] }

/** All words that reveal a masked name, longest first, so that a shorter one does not match inside a longer one. */
function maskedWords(masks: readonly Mask[]): MaskedWord[] {
  const products = masks.filter(({ kind }) => kind === undefined)
  const masked = new Set(products.map(({ name }) => name.toLowerCase()))
  return masks
    .flatMap(({ name, shown, kind }): MaskedWord[] => {
      if (kind !== undefined) return [{ word: name, shown, pattern: PATTERNS[kind](name), kind }]
      const others = (ALSO_KNOWN_AS[name.toLowerCase()] ?? []).filter((word) => !masked.has(word))
      return [name, ...others].map((word) => ({ word, shown, pattern: inWords(word), kind }))
    })
    .sort((a, b) => b.word.length - a.word.length)
}

/** Minimum length of a name to be masked inside longer words, because short names such as `pg` occur in too many. */
const INSIDE_WORDS_FROM = 4

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const inWords = (word: string) =>
  word.length >= INSIDE_WORDS_FROM ? escaped(word) : `(?<![a-z])${escaped(word)}(?![a-z])`

/**
 * Matches a name only as a separate word, because such names are often common words; numbers and single letters match
 * only as the whole text.
 */
const asWord = (name: string): string =>
  /^[\d.]+$/.test(name) || name.length < 3 ? `^${escaped(name)}$` : `(?<![a-z0-9])${escaped(name)}(?![a-z0-9])`

const PATTERNS = {
  config: asWord,
  machine: asWord,
  workload: asWord,
  flags: asWord,
  // Does not match inside a longer version or a number with a unit; a bare 18 matches only as the whole text.
  version: (name: string) =>
    /^\d+$/.test(name) ? `^${name}$` : `(?<![\\d.])${escaped(name)}(?!\\d|\\.\\d|x\\b|%(?![0-9a-f]{2}))`,
  build: (name: string) => (name.length >= INSIDE_WORDS_FROM ? escaped(name) : `^${escaped(name)}$`),
} as const

function patternOf(words: readonly MaskedWord[]): RegExp | null {
  return words.length === 0 ? null : new RegExp(words.map(({ pattern }) => pattern).join('|'), 'gi')
}

/**
 * The kind of text in a field. A number in a sentence can look like a version, and a key or a word of the format
 * (`base`, `higher`) like the name of a config, machine or workload.
 */
type TextKind = 'text' | 'number' | 'structure'

const NUMBER_FIELD = 'number'
const STRUCTURE_FIELDS = new Set(
  'kind better band show repeats verdicts unit format study rows columns tables rowDimensions columnDimensions metric metrics code sha256 sort direction id runIds draw axis tone group role'.split(
    ' ',
  ),
)

const textKind = (field: string): TextKind => {
  if (field === NUMBER_FIELD) return 'number'
  return STRUCTURE_FIELDS.has(field) ? 'structure' : 'text'
}

const MASKED_IN: Readonly<Record<TextKind, (kind: Mask['kind']) => boolean>> = {
  text: () => true,
  number: (kind) => kind === undefined || kind === 'build',
  structure: (kind) => kind === undefined || kind === 'build' || kind === 'version',
}

/** The pattern of the masked words for each kind of text. */
function patternsOf(words: readonly MaskedWord[]): Record<TextKind, RegExp | null> {
  const of = (kind: TextKind) => patternOf(words.filter((word) => MASKED_IN[kind](word.kind)))
  return { text: of('text'), number: of('number'), structure: of('structure') }
}

/**
 * Replaces every occurrence of the names in a content: in values and keys at any depth, inside longer words such as
 * config names and commands, in links, in any case.
 */
export function maskNames<T>(content: T, masks: readonly Mask[]): T {
  const words = maskedWords(masks)
  const patterns = patternsOf(words)
  if (patterns.text === null) return content
  const shownFor = (found: string) => words.find(({ word }) => word.toLowerCase() === found.toLowerCase())?.shown ?? '?'
  const maskText = (text: string, kind: TextKind) => {
    const sought = patterns[kind]
    return sought === null ? text : text.replace(sought, shownFor)
  }
  const walk = (value: unknown, field: string): unknown => {
    if (typeof value === 'string') return maskText(value, textKind(field))
    if (Array.isArray(value)) return value.map((one) => walk(one, STRUCTURE_FIELDS.has(field) ? field : ''))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [maskText(name, 'structure'), walk(one, name)]),
    )
  }
  // Texts are replaced by texts, so the shape does not change.
  return walk(content, '') as T
}

/** Returns a text in which a masked name can still be read, or null. It is the last check before content is shared. */
export function findUnmaskedName(content: unknown, masks: readonly Mask[]): string | null {
  const patterns = patternsOf(maskedWords(masks))
  if (patterns.text === null) return null
  // Keys and most names are repeated, so results are cached.
  const clean = new Set<string>()
  let revealing: string | null = null
  someText(content, '', (text, kind) => {
    const key = `${kind} ${text}`
    if (clean.has(key)) return false
    const sought = patterns[kind]
    if (sought !== null) sought.lastIndex = 0
    const found = sought?.exec(text)
    if (found == null) clean.add(key)
    else revealing = text.slice(Math.max(0, found.index - 30), found.index + found[0].length + 30)
    return revealing !== null
  })
  return revealing
}

/** Returns the masks whose names can still be read in the content. */
export function masksFound(content: unknown, masks: readonly Mask[]): Mask[] {
  const distinct = { text: new Set<string>(), number: new Set<string>(), structure: new Set<string>() }
  someText(content, '', (text, kind) => {
    distinct[kind].add(text)
    return false
  })
  return masks.filter((mask) => {
    const pattern = patternOf(maskedWords([mask]))
    const kinds = (['text', 'structure'] as const).filter((kind) => MASKED_IN[kind](mask.kind))
    return pattern !== null && kinds.some((kind) => [...distinct[kind]].some((text) => text.search(pattern) >= 0))
  })
}

type Sought = (text: string, kind: TextKind) => boolean

/** Tests every text of the content, including keys and decoded URLs, until one matches. */
function someText(value: unknown, field: string, isSought: Sought): boolean {
  if (typeof value === 'string')
    return isSought(value, textKind(field)) || (ENCODED.test(value) && isSought(decoded(value), textKind(field)))
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value))
    return value.some((one) => someText(one, STRUCTURE_FIELDS.has(field) ? field : '', isSought))
  return Object.entries(value).some(([name, one]) => isSought(name, 'structure') || someText(one, name, isSought))
}

const ENCODED = /[%+]/

/** Decodes the text like a query, because `SQL+Server` and `SQL%20Server` reveal the name too. */
const decoded = (text: string): string =>
  text
    .replaceAll('+', ' ')
    .replaceAll(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
