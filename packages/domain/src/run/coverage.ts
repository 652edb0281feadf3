/** How many versions of a product a machine has measured. */
export type Coverage = { product: string; hardware: string; versions: number }

type Measured = { product: string; hardware: string; versions: readonly { version: string }[] }

/** Counts the versions of each product on each machine, over its benchmarks and workloads. */
export function coverageOf(environments: readonly Measured[]): Coverage[] {
  const byCell = Map.groupBy(environments, ({ product, hardware }) => JSON.stringify([product, hardware]))
  return [...byCell.values()].flatMap((own) => {
    const [first] = own
    if (first === undefined) return []
    const versions = new Set(own.flatMap((one) => one.versions.map(({ version }) => version)))
    return [{ product: first.product, hardware: first.hardware, versions: versions.size }]
  })
}
