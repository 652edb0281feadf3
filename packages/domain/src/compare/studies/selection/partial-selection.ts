import { fromQuery } from '../../comparison-url.ts'
import type { PickedValues } from './study-choice.ts'
import { pickedValues } from './study-pickers.ts'

/** Filters of an address that pickers of a study set as well. */
const PICKABLE = new Set(['product', 'hardware', 'benchmark', 'workload', 'version', 'clients'])

/**
 * The values that a typed address such as `?product=PostgreSQL` selects, for which the study with most results is opened;
 * null for an address that has axes or a base, or that names product, machine and workload.
 */
export function partialSelection(query: URLSearchParams): PickedValues | null {
  if (query.size === 0 || ![...query.keys()].every((name) => PICKABLE.has(name))) return null
  const picked = pickedValues(fromQuery(query).comparison)
  const { product, hardware, workload } = picked
  const named = [product, hardware, workload].filter((value) => value !== undefined).length
  return named === 0 || named === 3 ? null : picked
}
