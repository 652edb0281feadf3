import { FindingFilters } from '@assay/domain/findings/stored-finding'

/** Parses the filters of the inbox from its address; invalid values are ignored. */
export function readFindingFilters(query: URLSearchParams): FindingFilters {
  const all = (name: string) => query.getAll(name).filter((value) => value !== '')
  const min = Number(query.get('least') ?? 0)
  const parsed = FindingFilters.safeParse({
    product: all('product'),
    hardware: all('hardware'),
    state: all('state'),
    direction: all('direction'),
    least: Number.isFinite(min) ? min : 0,
    explained: query.get('explained') === '1',
  })
  return parsed.success ? parsed.data : FindingFilters.parse({})
}
