import type { Comparison } from '@assay/domain/compare/comparison'
import { toQuery } from '@assay/domain/compare/comparison-url'
import type { Grid } from '@assay/domain/compare/grid'
import { compareApplyPath } from '../../../paths.ts'
import type { ObservedDimension } from '../../../trpc/answers.ts'
import button from '../../../ui/button.module.css'
import { QueryForm } from '../../../ui/query-form.tsx'
import { SidePanel } from '../../../ui/side-panel.tsx'
import { Facet } from '../../dimensions/facet.tsx'
import { swapped } from '../change-comparison.ts'
import { AxisFields } from './axis-fields.tsx'
import { BaseField } from './base-field.tsx'
import style from './builder.module.css'
import { withFiltered } from './facet-dimensions.ts'
import { MetricFacet, type OfferedMetric } from './metric-facet.tsx'
import { OptionFields } from './option-fields.tsx'
import { FIELDS } from './read-builder-form.ts'

type Props = {
  project: string
  comparison: Comparison
  grid: Grid
  observed: readonly ObservedDimension[]
  metrics: readonly OfferedMetric[]
  hrefTo: (comparison: Comparison) => string
}

/** Everything that a comparison can be, as a form: it sends itself, and without a script it has a button. */
export function Builder({ project, comparison, grid, observed, metrics, hrefTo }: Props) {
  const query = toQuery(comparison)
  const dimensions = observed.map(({ name }) => name)
  return (
    <SidePanel title="Rows, columns, base and filters">
      <QueryForm action={compareApplyPath(project)} resolves state={query} label="Comparison" className={style.form}>
        <input type="hidden" name={FIELDS.before} value={query} />
        <input type="hidden" name="show" value={comparison.show} />
        {comparison.onlyChanged && <input type="hidden" name="changed" value="yes" />}
        <section className={style.part}>
          <h2>Layout</h2>
          <AxisFields axis="rows" label="Rows" placed={comparison.rows} dimensions={dimensions} />
          <AxisFields axis="columns" label="Columns" placed={comparison.columns} dimensions={dimensions} />
          <AxisFields axis="tables" label="Tables" placed={comparison.tables} dimensions={dimensions} />
          <a className={style.swap} href={hrefTo(swapped(comparison))}>
            Swap rows and columns
          </a>
          <BaseField comparison={comparison} grid={grid} />
        </section>
        <section className={style.part}>
          <h2>Filters</h2>
          {withFiltered(observed, comparison.filters).map((dimension) => (
            <Facet
              key={dimension.name}
              dimension={dimension}
              chosen={comparison.filters[dimension.name] ?? []}
              field={dimension.name}
              listed
            />
          ))}
        </section>
        <section className={style.part}>
          <h2>Cells</h2>
          <MetricFacet metrics={metrics} chosen={comparison.metrics} />
          <OptionFields comparison={comparison} />
        </section>
        <div className="without-script">
          <button type="submit" className={button.primary}>
            Show this comparison
          </button>
        </div>
      </QueryForm>
    </SidePanel>
  )
}
