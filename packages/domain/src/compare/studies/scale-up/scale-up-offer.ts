import { listNames } from '../../render/list-names.ts'
import { type AmongDimension, type Facts, type Study, study, VARIES_AMONG, type Varying } from '../../study.ts'
import { productName } from '../product-name.ts'

/** Maximum offers, because more would hide other studies. */
const MAX_OFFERS = 8

/** Dimensions that titles of tables name even if all results have the same value. */
const NAMED: readonly AmongDimension[] = ['product', 'version']

/** Offers a scale-up for each workload that was measured at several numbers of clients, most numbers first. */
export function offerScaleUps(facts: Facts): Study[] {
  const found = facts.varying((dimension) => dimension === 'clients')
  const largest = found.toSorted((a, b) => b.values.length - a.values.length).slice(0, MAX_OFFERS)
  const titles = largest.map(({ among }) => titleOf(among))
  return largest.flatMap(({ benchmark, workload, values, among }): Study[] => {
    const [fewest] = values
    if (fewest === undefined) return []
    const title = titleOf(among)
    return [
      study(facts, {
        kind: 'scale-up',
        name: `scale-up-of-${workload}`,
        title: titles.filter((one) => one === title).length > 1 ? `${title}: ${workload}` : title,
        sentence: `How far throughput of ${benchmark} (${workload}) grows from ${fewest} to ${values.at(-1)} clients on ${listNames([...among.hardware])}.`,
        filters: { benchmark: [benchmark], workload: [workload], hardware: [...among.hardware] },
        columns: ['clients'],
        tables: VARIES_AMONG.filter((dimension) => NAMED.includes(dimension) || among[dimension].length > 1),
        base: { kind: 'values', values: { clients: fewest } },
      }),
    ]
  })
}

const titleOf = ({ product, version }: Varying['among']): string =>
  `Scale-up of ${product.map((one) => productName(one, version)).join(', ')}`
