import { compareVersions } from '../../run/version.ts'
import type { Mask } from './shared-content.ts'

/** `DBMS A`, `DBMS B`, ... in the order of the names. */
export const masksFor = (names: readonly string[]): Mask[] =>
  names.map((name, at) => ({ name, shown: `DBMS ${letters(at)}` }))

/** A, B, ... Z, AA, AB, ... */
function letters(at: number): string {
  const last = String.fromCharCode(65 + (at % 26))
  return at < 26 ? last : letters(Math.floor(at / 26) - 1) + last
}

/** Other spellings of product names, which would reveal them as well. */
const ALSO_KNOWN_AS: Readonly<Record<string, readonly string[]>> = {
  postgresql: ['postgres', 'pgsql', 'pg'],
  postgres: ['postgresql', 'pgsql', 'pg'],
  mysql: ['innodb'],
  mariadb: ['maria'],
  mongodb: ['mongo', 'wiredtiger'],
}

/** `v1`, `v2`, ... in the order of the versions; equal texts are one version, of whichever product. */
export const versionMasks = (versions: readonly string[]): Mask[] =>
  [...new Set(versions)].sort(compareVersions).map((name, at) => ({ name, shown: `v${at + 1}`, kind: 'version' }))

/** `build 1`, `build 2`, ... by name. */
export const buildMasks = (builds: readonly string[]): Mask[] =>
  [...new Set(builds)].sort().map((name, at) => ({ name, shown: `build ${at + 1}`, kind: 'build' }))

type MaskedWord = { word: string; shown: string; pattern: string; isVersion: boolean }

/** Every word that reveals a masked name, longest first so that a shorter one does not cut a longer one. */
function maskedWords(masks: readonly Mask[]): MaskedWord[] {
  const products = masks.filter(({ kind }) => kind === undefined)
  const masked = new Set(products.map(({ name }) => name.toLowerCase()))
  return masks
    .flatMap(({ name, shown, kind }) => {
      if (kind !== undefined)
        return [{ word: name, shown, pattern: PATTERNS[kind](name), isVersion: kind === 'version' }]
      const others = (ALSO_KNOWN_AS[name.toLowerCase()] ?? []).filter((word) => !masked.has(word))
      return [name, ...others].map((word) => ({ word, shown, pattern: inWords(word), isVersion: false }))
    })
    .sort((a, b) => b.word.length - a.word.length)
}

/** Minimum length of a name to be masked inside longer words, because short names such as `pg` occur in too many. */
const INSIDE_WORDS_FROM = 4

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const inWords = (word: string) =>
  word.length >= INSIDE_WORDS_FROM ? escaped(word) : `(?<![a-z])${escaped(word)}(?![a-z])`

const PATTERNS = {
  // Not within a longer version or a number with a unit; a bare 18 is a version only if it is the whole text.
  version: (name: string) =>
    /^\d+$/.test(name) ? `^${name}$` : `(?<![\\d.])${escaped(name)}(?!\\d|\\.\\d|x\\b|%(?![0-9a-f]{2}))`,
  build: (name: string) => (name.length >= INSIDE_WORDS_FROM ? escaped(name) : `^${escaped(name)}$`),
} as const

function patternOf(words: readonly MaskedWord[]): RegExp | null {
  return words.length === 0 ? null : new RegExp(words.map(({ pattern }) => pattern).join('|'), 'gi')
}

/** A number in a sentence is a text too, and may look like a version without being one. */
const NUMBER_FIELD = 'number'

/**
 * The same content with every occurrence of the names replaced: values and keys of any depth, inside longer words such
 * as config names and commands, in links, in any case.
 */
export function maskNames<T>(content: T, masks: readonly Mask[]): T {
  const words = maskedWords(masks)
  const [pattern, inNumbers] = [patternOf(words), patternOf(words.filter(({ isVersion }) => !isVersion))]
  if (pattern === null) return content
  const shownFor = (found: string) => words.find(({ word }) => word.toLowerCase() === found.toLowerCase())?.shown ?? '?'
  const maskText = (text: string, sought: RegExp | null) => (sought === null ? text : text.replace(sought, shownFor))
  const walk = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return maskText(value, key === NUMBER_FIELD ? inNumbers : pattern)
    if (Array.isArray(value)) return value.map((one) => walk(one, ''))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [maskText(name, pattern), walk(one, name)]))
  }
  // Texts become texts and the shape stays.
  return walk(content, '') as T
}

/** The text in which a masked name can still be read, or null. It is the last check before content is shared. */
export function findUnmaskedName(content: unknown, masks: readonly Mask[]): string | null {
  const words = maskedWords(masks)
  const [pattern, inNumbers] = [patternOf(words), patternOf(words.filter(({ isVersion }) => !isVersion))]
  if (pattern === null) return null
  // Keys and most names are repeated, so results are cached.
  const clean = new Set<string>()
  let telling: string | null = null
  someText(content, '', (text, isNumber) => {
    if (!isNumber && clean.has(text)) return false
    const sought = isNumber ? inNumbers : pattern
    if (sought !== null) sought.lastIndex = 0
    const found = sought?.exec(text)
    if (found != null) telling = text.slice(Math.max(0, found.index - 30), found.index + found[0].length + 30)
    else if (!isNumber) clean.add(text)
    return telling !== null
  })
  return telling
}

/** The masks whose names can still be read in the content. */
export function masksFound(content: unknown, masks: readonly Mask[]): Mask[] {
  const distinct = new Set<string>()
  someText(content, '', (text, isNumber) => {
    if (!isNumber) distinct.add(text)
    return false
  })
  const texts = [...distinct]
  return masks.filter((mask) => {
    const pattern = patternOf(maskedWords([mask]))
    return pattern !== null && texts.some((text) => text.search(pattern) >= 0)
  })
}

type Sought = (text: string, isNumber: boolean) => boolean

/**
 * Tests every text of the content, keys and decoded addresses included, until one matches; a number is
 * flagged as such.
 */
function someText(value: unknown, key: string, isSought: Sought): boolean {
  if (typeof value === 'string')
    return isSought(value, key === NUMBER_FIELD) || (ENCODED.test(value) && isSought(decoded(value), false))
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some((one) => someText(one, '', isSought))
  return Object.entries(value).some(([name, one]) => isSought(name, false) || someText(one, name, isSought))
}

const ENCODED = /[%+]/

/** Decoded as a query: `SQL+Server` and `SQL%20Server` reveal the name, too. */
const decoded = (text: string): string =>
  text
    .replaceAll('+', ' ')
    .replaceAll(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
