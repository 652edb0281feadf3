import type { Comparison } from '@assay/domain/compare/comparison'
import { toQuery } from '@assay/domain/compare/comparison-url'
import type { Grid } from '@assay/domain/compare/grid'
import { compareApplyPath } from '../../../paths.ts'
import type { ObservedDimension } from '../../../trpc/api-types.ts'
import { swapped } from '../change-comparison.ts'
import { baseOptions, baseText } from './base-options.ts'
import type { BuilderProps } from './builder.tsx'
import { CustomizePanel } from './customize-panel.tsx'
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
export const Customize = ({ project, ...rest }: Props) => (
  <CustomizePanel action={compareApplyPath(project)} fields={builderProps(rest)} />
)

/** The fields of the form. Their values are serialized once for the client component. */
export const builderProps = ({
  comparison,
  grid,
  observed,
  metrics,
  hrefTo,
}: Omit<Props, 'project'>): BuilderProps => ({
  comparison,
  query: toQuery(comparison),
  dimensions: observed.map(({ name }) => name),
  facets: withFiltered(observed, comparison.filters),
  bases: baseOptions(comparison, grid),
  base: baseText(comparison.base),
  metrics: metricItems(metrics, comparison.metrics),
  swapHref: hrefTo(swapped(comparison)),
})
