import { dimensionWord } from '../compare/axis-label.ts'
import { type Facts, type Study, study, VARIES_AMONG, type Varying } from '../compare/study.ts'

/** More would hide what else can be compared. */
const MOST_OFFERS = 4
/** From this many numbers on a parameter is drawn along an axis of its own, and each test has a table. */
const AXIS_FROM = 3

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
  const { dimension, among, benchmark } = first
  const word = dimensionWord(dimension)
  const values = [...new Set(all.flatMap((one) => one.values))]
  const isAxis = values.length >= AXIS_FROM && values.every((text) => Number.isFinite(Number(text)))
  const several = VARIES_AMONG.filter((name) => name !== 'version' && name !== 'hardware' && among[name].length > 1)
  return [
    study(facts, {
      kind: 'sweep',
      name: `sweep-of-${word}`,
      title: `Sweep of ${word}: ${values.length > AXIS_FROM ? `${values.length} values` : values.join(', ')}`,
      sentence: `What ${word} does to every test of ${benchmark} with ${among.product[0] ?? ''} ${version}, divided by ${value}.`,
      filters: {
        benchmark: [benchmark],
        version: [version],
        hardware: [...among.hardware],
        workload: [...new Set(all.map(({ workload }) => workload))],
      },
      ...(isAxis
        ? { rows: [dimension], columns: several.length > 0 ? several : ['version'], tables: ['test'] }
        : { rows: ['test'], columns: [dimension], tables: [] }),
      base: { kind: 'values', values: { [dimension]: value } },
    }),
  ]
}
