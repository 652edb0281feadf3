import { dimensionWord } from '../../axis-label.ts'
import type { DimensionName } from '../../dimension.ts'
import { listNames } from '../../render/list-names.ts'
import { type Facts, type Study, study, VARIES_AMONG, type Varying } from '../../study.ts'
import { productName } from '../product-name.ts'
import { FUNCTIONS } from '../profiles/profiles-study.ts'

/** Maximum offers, because more would hide other studies. */
const MAX_OFFERS = 8
/** Minimum numeric values of a parameter for an axis of its own; each test then has a table. */
const AXIS_FROM = 3

/**
 * Offers a sweep for each parameter that varies while all other dimensions are fixed, for the newest version of the
 * first product.
 */
export function offerSweeps(facts: Facts): Study[] {
  const found = facts.varying((dimension) => dimension.startsWith('param:') && dimension !== FUNCTIONS)
  const byParameter = Map.groupBy(found, ({ dimension }) => dimension)
  return [...byParameter.values()].slice(0, MAX_OFFERS).flatMap((all) => {
    const [first] = all
    // Cells would mix values of two parameters that vary together, so the others get separate tables.
    const others = found.filter(({ workload, benchmark, dimension }) => {
      return workload === first?.workload && benchmark === first.benchmark && dimension !== first.dimension
    })
    return offerSweep(facts, all, [...new Set(others.map(({ dimension }) => dimension))])
  })
}

function offerSweep(facts: Facts, all: readonly Varying[], others: readonly DimensionName[]): Study[] {
  const [first] = all
  const [value] = first?.values ?? []
  const version = first?.among.version.at(-1)
  if (first === undefined || value === undefined || version === undefined) return []
  const { dimension, among, benchmark } = first
  const word = dimensionWord(dimension)
  const values = [...new Set(all.flatMap((one) => one.values))]
  const isAxis = values.length >= AXIS_FROM && values.every((text) => Number.isFinite(Number(text)))
  // With several products the newest version of each is unknown here, so all versions are shown.
  const oneProduct = among.product.length === 1
  const several = VARIES_AMONG.filter((name) => name !== 'version' && name !== 'hardware' && among[name].length > 1)
  return [
    study(facts, {
      kind: 'sweep',
      name: `sweep-of-${word}`,
      title: `Sweep of ${word}: ${values.length > AXIS_FROM ? `${values.length} values` : values.join(', ')}`,
      sentence: `What ${word} does to every test of ${benchmark} with ${oneProduct ? productName(among.product[0] ?? '', [version]) : listNames([...among.product])}, divided by ${value}.`,
      filters: {
        benchmark: [benchmark],
        ...(oneProduct ? { version: [version] } : {}),
        hardware: [...among.hardware],
        workload: [...new Set(all.map(({ workload }) => workload))],
      },
      ...(isAxis
        ? { rows: [dimension], columns: several.length > 0 ? several : ['version'], tables: ['test', ...others] }
        : {
            rows: ['test'],
            columns: [...(oneProduct ? [] : (['product', 'config'] as const)), dimension],
            tables: [...others],
          }),
      base: { kind: 'values', values: { [dimension]: value } },
    }),
  ]
}
