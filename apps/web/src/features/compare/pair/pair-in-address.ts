import type { PairRequest } from '@assay/domain/compare/pairs/comparable-versions'
import { splitList, splitPairs } from '@assay/domain/compare/render/list-text'

/**
 * The versions and the machine that a comparison in the address names, for the pair form; null when it names no version
 * of one product. With several candidates the last version is the one shown.
 */
export function pairInAddress(query: URLSearchParams): PairRequest | null {
  const [product, ...otherProducts] = splitList(query.get('product') ?? '')
  const versions = splitList(query.get('version') ?? '')
  const named = splitPairs(query.get('base') ?? '').find((pair) => pair?.[0] === 'version')?.[1]
  const from = named ?? versions[0]
  const to = versions.findLast((version) => version !== from)
  if (product === undefined || otherProducts.length > 0 || from === undefined || to === undefined) return null
  const only = (name: string) => {
    const [value, ...others] = splitList(query.get(name) ?? '')
    return others.length > 0 ? undefined : value
  }
  return { product, from, to, hardware: only('hardware'), benchmark: only('benchmark'), workload: only('workload') }
}
