import type { Mask } from './shared-content.ts'

/** `DBMS A`, `DBMS B`, ... in the order of the names. */
export const masksFor = (names: readonly string[]): Mask[] =>
  names.map((name, at) => ({ name, shown: `DBMS ${letters(at)}` }))

/** A, B, ... Z, AA, AB, ... */
function letters(at: number): string {
  const last = String.fromCharCode(65 + (at % 26))
  return at < 26 ? last : letters(Math.floor(at / 26) - 1) + last
}

/** Other ways to write the names of products, which would tell them as well. */
const ALSO_KNOWN_AS: Readonly<Record<string, readonly string[]>> = {
  postgresql: ['postgres', 'pgsql', 'pg'],
  postgres: ['postgresql', 'pgsql', 'pg'],
  mysql: ['innodb'],
  mariadb: ['maria'],
  mongodb: ['mongo', 'wiredtiger'],
}

/** Every word that tells a masked name, longest first so that none is cut by a shorter one. */
function tellingWords(masks: readonly Mask[]): { word: string; shown: string }[] {
  const masked = new Set(masks.map(({ name }) => name.toLowerCase()))
  return masks
    .flatMap(({ name, shown }) => [
      { word: name, shown },
      ...(ALSO_KNOWN_AS[name.toLowerCase()] ?? []).filter((word) => !masked.has(word)).map((word) => ({ word, shown })),
    ])
    .sort((a, b) => b.word.length - a.word.length)
}

/** Inside longer words only names of four letters and more are looked for: `pg` is a part of too many. */
const INSIDE_WORDS_FROM = 4

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

function patternOf(words: readonly { word: string }[]): RegExp | null {
  const parts = words.map(({ word }) =>
    word.length >= INSIDE_WORDS_FROM ? escaped(word) : `(?<![a-z])${escaped(word)}(?![a-z])`,
  )
  return parts.length === 0 ? null : new RegExp(parts.join('|'), 'gi')
}

/**
 * The same content with every occurrence of the names replaced: values and keys of any depth, inside longer words such
 * as config names and commands, in links, in any case.
 */
export function maskNames<T>(content: T, masks: readonly Mask[]): T {
  const words = tellingWords(masks)
  const pattern = patternOf(words)
  if (pattern === null) return content
  const shownFor = (found: string) => words.find(({ word }) => word.toLowerCase() === found.toLowerCase())?.shown ?? '?'
  const maskText = (text: string) => text.replace(pattern, shownFor)
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return maskText(value)
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [maskText(key), walk(one)]))
  }
  // Texts become texts and the shape stays.
  return walk(content) as T
}

/** Where a masked name can still be read in a text; null when nowhere. The last look before something is given away. */
export function findTelling(text: string, masks: readonly Mask[]): string | null {
  const pattern = patternOf(tellingWords(masks))
  const found = pattern?.exec(text)
  return found == null ? null : text.slice(Math.max(0, found.index - 30), found.index + found[0].length + 30)
}
