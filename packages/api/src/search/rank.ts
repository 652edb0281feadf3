import { SEARCH_KINDS, type SearchEntry, writtenOut } from '@assay/domain/search/search-entry'
import uFuzzy from '@leeoniya/ufuzzy'

/** One wrong, missing or swapped letter in a word still finds it; words may come in any order. */
const matcher = new uFuzzy({ intraMode: 1, interIns: 20 })
const ANY_ORDER = 4
/** Maximum number of results to rank; more are ordered by kind only, because ranking is slow. */
const MAX_RANKED_MATCHES = 2_000

/**
 * The entries that a text finds, best first: whole titles, then titles that begin so, then as the matcher ranks them;
 * equally good ones in the order of SEARCH_KINDS. A text of nothing finds nothing.
 */
export function rank(entries: readonly SearchEntry[], haystack: string[], text: string, limit: number): SearchEntry[] {
  const needle = writtenOut(text)
  if (needle === '') return []
  const [all, info, order] = matcher.search(haystack, needle, ANY_ORDER, MAX_RANKED_MATCHES)
  const places = info == null || order == null ? (all ?? []) : order.map((at) => info.idx[at] ?? -1)
  const found = places.flatMap((place) => entries[place] ?? [])
  const wanted = needle.toLowerCase()
  const nearness = ({ title }: SearchEntry) => {
    const own = title.toLowerCase()
    return own === wanted ? 0 : own.startsWith(wanted) ? 1 : own.includes(wanted) ? 2 : 3
  }
  const keyed = found.map((entry, place) => ({
    entry,
    place,
    near: nearness(entry),
    kind: KIND_ORDER.get(entry.kind) ?? 0,
  }))
  keyed.sort((a, b) => a.near - b.near || a.kind - b.kind || a.place - b.place)
  return keyed.slice(0, limit).map(({ entry }) => entry)
}

/** The searched text of an entry. */
export const searchedText = ({ kind, title, about }: SearchEntry): string => `${title} ${about} ${kind}`

const KIND_ORDER: ReadonlyMap<string, number> = new Map(SEARCH_KINDS.map((kind, at) => [kind, at]))
