import type { PairRequest } from '@assay/domain/compare/pairs/comparable-versions'
import type { PairEnvironment } from '@assay/domain/compare/pairs/pair-options'
import { joinList, splitList } from '@assay/domain/compare/render/list-text'

// Values of the three selects of the pair form. Each is a list, because names may contain any character.

export const baseValue = (product: string, version: string): string => joinList([product, version])
export const environmentValue = ({ hardware, benchmark, workload }: Omit<PairEnvironment, 'has'>): string =>
  joinList([hardware, benchmark, workload])

/** The query of the pair form for a pair, as the form itself would send it. */
export function pairFields({ product, from, to, hardware, benchmark, workload }: PairRequest): string {
  const environment = [hardware, benchmark, workload].flatMap((name) => name ?? [])
  return new URLSearchParams({
    base: baseValue(product, from),
    with: to,
    ...(environment.length > 0 && { on: joinList(environment) }),
  }).toString()
}

/** Reads a submitted pair form; null when it does not name two versions. */
export function readPairFields(fields: URLSearchParams): PairRequest | null {
  const [product, from] = splitList(fields.get('base') ?? '')
  const to = fields.get('with') ?? ''
  if (product === undefined || from === undefined || to === '') return null
  const [hardware, benchmark, workload] = splitList(fields.get('on') ?? '')
  return { product, from, to, hardware, benchmark, workload }
}
