import type { SpecSummary } from '../../trpc/api-types.ts'

/** Filters of the list of specs; an empty value passes all. */
export type SpecFilter = { state: string; owner: string; product: string; outcome: string; since: string }

export const NO_FILTER: SpecFilter = { state: '', owner: '', product: '', outcome: '', since: '' }

export const readSpecFilter = (query: URLSearchParams): SpecFilter => ({
  state: query.get('state') ?? '',
  owner: query.get('owner') ?? '',
  product: query.get('product') ?? '',
  outcome: query.get('outcome') ?? '',
  since: /^\d{4}-\d\d-\d\d$/.test(query.get('since') ?? '') ? (query.get('since') ?? '') : '',
})

export const filterSpecs = (specs: readonly SpecSummary[], { state, owner, product, outcome, since }: SpecFilter) =>
  specs.filter(
    (spec) =>
      (state === '' || spec.state === state) &&
      (owner === '' || spec.owner.name === owner) &&
      (product === '' || spec.products.includes(product)) &&
      (outcome === '' || spec.outcome === outcome) &&
      (since === '' || spec.updatedAt.slice(0, 10) >= since),
  )
