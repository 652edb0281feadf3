import { listNames } from '../render/list-names.ts'
import { type Facts, type Study, study, type Varying } from '../study.ts'

/** Maximum offers, because more would hide other studies. */
const MAX_OFFERS = 3

/** Offers the change from the oldest to the newest version that several machines have, most machines first. */
export function offerHardware(facts: Facts): Study[] {
  const found = facts
    .varying((dimension) => dimension === 'version')
    .filter(({ among, common }) => among.hardware.length > 1 && common.length > 1)
    .toSorted((a, b) => b.among.hardware.length - a.among.hardware.length)
  return found.slice(0, MAX_OFFERS).flatMap((one) => offerChange(facts, one))
}

function offerChange(facts: Facts, { benchmark, workload, common, among }: Varying): Study[] {
  const [oldest] = common
  const newest = common.at(-1)
  if (oldest === undefined || newest === undefined) return []
  const { comparison, ...offered } = study(facts, {
    kind: 'hardware',
    name: `hardware-${workload}`,
    title: `${listNames([...among.product])} ${newest}: ${workload}`,
    sentence: `${oldest} → ${newest} across machines: ${listNames([...among.hardware])}.`,
    filters: {
      product: [...among.product],
      version: [newest],
      hardware: [...among.hardware],
      benchmark: [benchmark],
      workload: [workload],
    },
    columns: ['hardware', ...(among.compiler.length > 1 ? (['compiler'] as const) : [])],
    base: { kind: 'values', values: { version: oldest } },
  })
  // Numbers of clients differ between machines, so they are on no axis: each result is divided by one with as many.
  const tables = comparison.tables.filter((dimension) => dimension !== 'clients')
  return [{ ...offered, comparison: { ...comparison, tables } }]
}
