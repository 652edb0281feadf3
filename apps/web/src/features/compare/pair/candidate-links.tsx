import type { Comparison } from '@assay/domain/compare/comparison'
import { majorOf } from '@assay/domain/run/major-version'
import { comparePairPath } from '../../../paths.ts'
import type { ObservedDimension } from '../../../trpc/api-types.ts'
import { comparisonPath } from '../comparison-path.ts'
import style from './candidate-links.module.css'
import { pairFields } from './pair-fields.ts'

type Props = { project: string; comparison: Comparison; observed: readonly ObservedDimension[] }

/** Links that add or remove candidates, or compare all releases of the product, or those of its major version. */
export function CandidateLinks({ project, comparison, observed }: Props) {
  const { filters, base } = comparison
  const from = base.kind === 'values' ? base.values.version : undefined
  const chosen = filters.version ?? []
  const all = observed.find(({ name }) => name === 'version')?.values.map(({ value }) => value) ?? []
  const hrefOf = (versions: readonly string[]) =>
    comparisonPath(project, { ...comparison, filters: { ...filters, version: [...versions] }, sort: { kind: 'order' } })
  const product = filters.product?.[0] ?? ''
  const candidates = chosen.filter((version) => version !== from)
  const newest = candidates.at(-1) ?? ''
  const minors = all.filter((version) => majorOf(version, product) === majorOf(newest, product))
  const others = all.filter((version) => !chosen.includes(version))
  const environment = {
    hardware: filters.hardware?.[0],
    benchmark: filters.benchmark?.[0],
    workload: filters.workload?.[0],
  }
  return (
    <nav aria-label="Candidates" className={style.links}>
      <ul>
        {candidates.length > 1 &&
          candidates.map((version) => (
            <li key={version} className={style.chip}>
              {version}
              <a href={hrefOf(chosen.filter((one) => one !== version))} aria-label={`Remove ${version}`}>
                ×
              </a>
            </li>
          ))}
        {others.length > 0 && (
          <li>
            <details className={style.add}>
              <summary>+ Add a candidate</summary>
              <ul>
                {others.map((version) => (
                  <li key={version}>
                    <a href={hrefOf(all.filter((one) => one === version || chosen.includes(one)))}>{version}</a>
                  </li>
                ))}
              </ul>
            </details>
          </li>
        )}
        <li>
          <a href={comparePairPath(project, pairFields({ product, to: null, ...environment }))}>All releases</a>
        </li>
        {minors.length > 1 && (
          <li>
            <a href={hrefOf(all.filter((version) => version === from || minors.includes(version)))}>
              Minor releases of {majorOf(newest, product)} only
            </a>
          </li>
        )}
      </ul>
    </nav>
  )
}
