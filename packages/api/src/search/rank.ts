import { SEARCH_KINDS, type SearchEntry, writtenOut } from '@assay/domain/search/search-entry'
import uFuzzy from '@leeoniya/ufuzzy'

/** Matches words in any order, with one wrong, missing or swapped letter per word. */
const tolerant = new uFuzzy({ intraMode: 1, interIns: 20 })
/** Matches words as they are written. */
const exact = new uFuzzy({ interIns: 20 })
/** The time to match a word with a wrong letter grows with the square of its length: 200 letters take seconds. */
const MAX_TOLERANT_WORD = 32
const ANY_ORDER = 4
/** Maximum number of results to rank, because ranking is slow; the remaining ones are ordered by kind only. */
const MAX_RANKED_MATCHES = 2_000

/**
 * Returns the entries that match a text, best first: exact titles, then titles that begin with it, then by the rank of
 * the matcher; equal ranks in the order of SEARCH_KINDS. An empty text matches nothing.
 */
export function rank(entries: readonly SearchEntry[], haystack: string[], text: string, limit: number): SearchEntry[] {
  const needle = writtenOut(text)
  if (needle === '') return []
  // A word that is repeated 200 times would take 20 times as long to match as once.
  const words = [...new Set(needle.toLowerCase().split(/\s+/))]
  const matcher = words.some((word) => word.length > MAX_TOLERANT_WORD) ? exact : tolerant
  const [all, info, order] = matcher.search(haystack, words.join(' '), ANY_ORDER, MAX_RANKED_MATCHES)
  const indexes = info == null || order == null ? (all ?? []) : order.map((at) => info.idx[at] ?? -1)
  const found = indexes.flatMap((index) => entries[index] ?? [])
  const wanted = needle.toLowerCase()
  const nearness = ({ title }: SearchEntry) => {
    const own = title.toLowerCase()
    return own === wanted ? 0 : own.startsWith(wanted) ? 1 : own.includes(wanted) ? 2 : 3
  }
  const keyed = found.map((entry, index) => ({
    entry,
    index,
    near: nearness(entry),
    kind: KIND_ORDER.get(entry.kind) ?? 0,
  }))
  keyed.sort((a, b) => a.near - b.near || a.kind - b.kind || a.index - b.index)
  return keyed.slice(0, limit).map(({ entry }) => entry)
}

/** The searched text of an entry. */
export const searchedText = ({ kind, title, about }: SearchEntry): string => `${title} ${about} ${kind}`

const KIND_ORDER: ReadonlyMap<string, number> = new Map(SEARCH_KINDS.map((kind, at) => [kind, at]))
