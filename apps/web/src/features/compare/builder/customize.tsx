import type { Comparison } from '@assay/domain/compare/comparison'
import { toQuery } from '@assay/domain/compare/comparison-url'
import type { Grid } from '@assay/domain/compare/grid'
import { compareApplyPath } from '../../../paths.ts'
import type { ObservedDimension } from '../../../trpc/api-types.ts'
import button from '../../../ui/button.module.css'
import { QueryForm } from '../../../ui/query-form.tsx'
import { swapped } from '../change-comparison.ts'
import { baseOptions, baseText } from './base-options.ts'
import style from './builder.module.css'
import { Builder } from './builder.tsx'
import { withFiltered } from './facet-dimensions.ts'
import { metricItems, type OfferedMetric } from './metric-items.ts'

type Props = {
  project: string
  comparison: Comparison
  grid: Grid
  observed: readonly ObservedDimension[]
  metrics: readonly OfferedMetric[]
  hrefTo: (comparison: Comparison) => string
}

/** A form for every property of a comparison, behind a button; the table does not need it to answer its question. */
export function Customize({ project, comparison, grid, observed, metrics, hrefTo }: Props) {
  return (
    <details className={`${style.customize} no-print`}>
      <summary className={button.button}>Customize</summary>
      <QueryForm
        action={compareApplyPath(project)}
        resolves
        label="Comparison"
        className={`${style.form} ${style.columns}`}
      >
        <Builder
          comparison={comparison}
          query={toQuery(comparison)}
          dimensions={observed.map(({ name }) => name)}
          facets={withFiltered(observed, comparison.filters)}
          bases={baseOptions(comparison, grid)}
          base={baseText(comparison.base)}
          metrics={metricItems(metrics, comparison.metrics)}
          swapHref={hrefTo(swapped(comparison))}
        />
      </QueryForm>
    </details>
  )
}
