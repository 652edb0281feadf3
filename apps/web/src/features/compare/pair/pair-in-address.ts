import type { PairRequest } from '@assay/domain/compare/pairs/comparable-versions'
import type { PageSubject } from '@assay/domain/compare/pairs/pair-options'
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
  return { product, from, to, ...environmentIn(query) }
}

/** The product, version and environment that the address of any page of a project names; null without one product. */
export function subjectInAddress(pathname: string, query: URLSearchParams): PageSubject | null {
  const [, ofPath, version] = pathname.match(/\/versions\/([^/]+)\/([^/]+)/) ?? []
  if (ofPath !== undefined && version !== undefined)
    return { product: decodeURIComponent(ofPath), version: decodeURIComponent(version) }
  const product = only(query, 'product')
  return product === undefined ? null : { product, version: only(query, 'version'), ...environmentIn(query) }
}

const environmentIn = (query: URLSearchParams) => ({
  hardware: only(query, 'hardware'),
  benchmark: only(query, 'benchmark'),
  workload: only(query, 'workload'),
})

/** The value of a filter that has one value. */
function only(query: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = splitList(query.get(name) ?? '')
  return value === '' || others.length > 0 ? undefined : value
}
