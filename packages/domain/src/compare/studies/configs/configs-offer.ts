import { listNames } from '../../render/list-names.ts'
import { type Facts, type Study, study, type Varying } from '../../study.ts'

/**
 * Offers for each product the version that was measured with the most configs vs the previous version. The best config
 * often changes with the version, as in `17.6 x10a` vs `18.0 x10b`.
 */
export function offerConfigs(facts: Facts): Study[] {
  const found = facts.varying((dimension) => dimension === 'config')
  const byProduct = Map.groupBy(found, ({ among }) => among.product[0] ?? '')
  return [...byProduct.values()].flatMap((all) => offerFor(facts, all))
}

function offerFor(facts: Facts, found: readonly Varying[]): Study[] {
  const [most] = found.toSorted((a, b) => b.values.length - a.values.length)
  const version = most?.among.version[0]
  if (most === undefined || version === undefined) return []
  const { product, hardware } = most.among
  const before = versionBefore(facts, most, version)
  return [
    study(facts, {
      kind: 'configs',
      name: `configs-of-${product[0] ?? ''}`,
      title: `Configs of ${listNames([...product])} ${version}`,
      sentence: `${most.values.length} configs of ${version}${before === null ? '' : `, vs ${before}`}: ratios, and the settings that differ.`,
      filters: {
        product: [...product],
        version: before === null ? [version] : [before, version],
        hardware: [...hardware],
        benchmark: [most.benchmark],
        workload: [most.workload],
      },
      columns: ['version', 'config'],
    }),
  ]
}

function versionBefore(facts: Facts, { among, benchmark, workload }: Varying, version: string): string | null {
  const versions = facts
    .varying((dimension) => dimension === 'version')
    .find(
      (one) => one.benchmark === benchmark && one.workload === workload && one.among.product[0] === among.product[0],
    )
  const at = versions?.values.indexOf(version) ?? -1
  return versions?.values[at - 1] ?? null
}
