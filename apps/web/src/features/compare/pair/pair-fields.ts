import type { PairRequest, ReleasesRequest } from '@assay/domain/compare/pairs/comparable-versions'
import type { PairEnvironment } from '@assay/domain/compare/pairs/pair-options'
import { joinList, splitList } from '@assay/domain/compare/render/list-text'

// Values of the three selects of the pair form. Each is a list, because names may contain any character.

export const baseValue = (product: string, version: string): string => joinList([product, version])
export const environmentValue = ({ hardware, benchmark, workload }: Omit<PairEnvironment, 'has'>): string =>
  joinList([hardware, benchmark, workload])

/** Value of the candidate that means all versions, which is not a name of a version. */
export const ALL_RELEASES = '*'

/** The query of the pair form for a pair or for all versions, as the form itself would send it. */
export function pairFields({
  product,
  from,
  to,
  hardware,
  benchmark,
  workload,
}: PairRequest | ReleasesRequest): string {
  const environment = [hardware, benchmark, workload].flatMap((name) => name ?? [])
  return new URLSearchParams({
    base: from === undefined ? joinList([product]) : baseValue(product, from),
    with: to ?? ALL_RELEASES,
    ...(environment.length > 0 && { on: joinList(environment) }),
  }).toString()
}

/** Reads a submitted pair form; null when it names neither two versions nor all of them. */
export function readPairFields(fields: URLSearchParams): PairRequest | ReleasesRequest | null {
  const [product, from] = splitList(fields.get('base') ?? '')
  const to = fields.get('with') ?? ''
  const [hardware, benchmark, workload] = splitList(fields.get('on') ?? '')
  if (product === undefined || product === '') return null
  if (to === ALL_RELEASES) return { product, from, to: null, hardware, benchmark, workload }
  return from === undefined || to === '' ? null : { product, from, to, hardware, benchmark, workload }
}
