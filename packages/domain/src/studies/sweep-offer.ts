import { dimensionWord } from '../compare/axis-label.ts'
import { type Facts, type Study, study, type Varying } from '../compare/study.ts'

/** More would hide what else can be compared. */
const MOST_OFFERS = 4

/** A sweep for each parameter that was set differently with all else equal; the newest version of the first product. */
export function offerSweeps(facts: Facts): Study[] {
  const found = facts.varying((dimension) => dimension.startsWith('param:'))
  const byParameter = Map.groupBy(found, ({ dimension }) => dimension)
  return [...byParameter.values()].slice(0, MOST_OFFERS).flatMap((all) => offerSweep(facts, all))
}

function offerSweep(facts: Facts, all: readonly Varying[]): Study[] {
  const [first] = all
  const [value] = first?.values ?? []
  const version = first?.among.version.at(-1)
  if (first === undefined || value === undefined || version === undefined) return []
  const { dimension, among } = first
  const word = dimensionWord(dimension)
  const values = [...new Set(all.flatMap((one) => one.values))]
  return [
    study(facts, {
      kind: 'sweep',
      name: `sweep-of-${word}`,
      title: `Sweep of ${word}: ${values.length > 3 ? `${values.length} values` : values.join(', ')}`,
      sentence: `What ${word} does to every test of ${among.product[0] ?? ''} ${version}, divided by ${value}.`,
      filters: {
        benchmark: [first.benchmark],
        version: [version],
        hardware: [...among.hardware],
        workload: [...new Set(all.map(({ workload }) => workload))],
      },
      rows: ['test'],
      columns: [dimension],
      tables: [],
      base: { kind: 'values', values: { [dimension]: value } },
    }),
  ]
}
