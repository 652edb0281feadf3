import type { Comparison } from '@assay/domain/compare/comparison'
import { comparisonHeadline } from '@assay/domain/compare/comparison-headline'
import { selectionOf } from '@assay/domain/compare/comparison-modes'
import { toQuery } from '@assay/domain/compare/comparison-url'
import { pairSummary } from '@assay/domain/compare/pairs/pair-summary'
import { type PairTable, verdictsOfRows } from '@assay/domain/compare/pairs/pair-table'
import { numberFootnotes } from '@assay/domain/compare/render/footnote-marks'
import { StartExperimentLink } from '../../experiments/start-experiment-link.tsx'
import { TldrSection } from '../../tldr/tldr.tsx'
import { Customize } from '../builder/customize.tsx'
import { withNextSort } from '../change-comparison.ts'
import type { CompareScreenProps } from '../compare-screen.tsx'
import { comparisonPath } from '../comparison-path.ts'
import { ComparisonHeader } from '../head/comparison-header.tsx'
import { FilterChips } from '../head/filter-chips.tsx'
import { ModeNav } from '../head/mode-nav.tsx'
import { ParameterProblems } from '../head/parameter-problems.tsx'
import { Exports, Views } from '../head/toolbar.tsx'
import { ValidityLegend } from '../head/validity-legend.tsx'
import { Warnings } from '../head/warnings.tsx'
import { cellHref } from '../surface/cell-parameter.ts'
import { CHART_PARAMETER } from '../surface/chart-parameter.ts'
import { CompareSurface } from '../surface/compare-surface.tsx'
import { TableNotes } from '../table/table-notes.tsx'
import { CandidateLinks } from './candidate-links.tsx'
import { LazyRatioTable, LazyVerdictFilters } from './lazy-components.tsx'
import style from './pair-screen.module.css'
import type { PairLinks } from './ratio-table.tsx'

/** Dimensions that the form above the page shows. */
const IN_FORM = ['product', 'version', 'hardware', 'benchmark', 'workload'] as const

/** Versions of one product on one machine: the answer as headline, plot and table in one, everything else below. */
export function PairScreen({ tables, ...props }: CompareScreenProps & { tables: readonly PairTable[] }) {
  const { project, comparison, problems, grid, tldr, cell, observed, metrics } = props
  const query = toQuery(comparison)
  const title = comparisonHeadline(grid, comparison, '')
  const hrefTo = (other: Comparison) => comparisonPath(project, other)
  const links: PairLinks = {
    ...{ project, cell, sort: comparison.sort, chartsAt: `${hrefTo(comparison)}&${CHART_PARAMETER}=` },
    sortHrefs: Object.fromEntries(
      tables.flatMap(({ candidates }) =>
        candidates.map(({ column }) => [column, hrefTo(withNextSort(comparison, column))]),
      ),
    ),
  }
  return (
    <>
      <ComparisonHeader
        {...{ project, comparison, grid, title }}
        headline={title}
        summary={pairSummary(grid, props.companions)}
      />
      <div className={`${style.controls} no-print`}>
        <ModeNav project={project} mode="pair" selection={selectionOf(grid, comparison)} observed={observed} />
        <CandidateLinks project={project} comparison={comparison} observed={observed} />
        <Customize
          project={project}
          comparison={comparison}
          grid={grid}
          observed={observed}
          metrics={metrics}
          hrefTo={hrefTo}
        />
        <FilterChips comparison={comparison} hrefTo={hrefTo} except={IN_FORM} />
        <div className={style.views}>
          <Views comparison={comparison} grid={grid} hrefTo={hrefTo} />
        </div>
      </div>
      <CompareSurface project={project} query={query} cell={cell}>
        <div className={style.head}>
          <ParameterProblems problems={problems} />
          <Warnings warnings={grid.warnings} />
        </div>
        <LazyVerdictFilters counts={verdictsOfRows(tables)} end={<Exports project={project} query={query} />}>
          {tables.map((table, index) => (
            <LazyRatioTable key={table.title} table={table} index={index} links={links} />
          ))}
        </LazyVerdictFilters>
        <p className={style.legend}>
          A dot is the newest candidate with its 95% interval, a ring an older one, a diamond the geometric mean of a
          group; right of 1.0 is a larger value than the base, and the band is ±5%.{' '}
          <b data-tone="worse">▼ regression</b> <b data-tone="better">▲ improvement</b> ○ inconclusive.
        </p>
        <TldrSection tldr={tldr} hrefOf={cellHref(hrefTo(comparison))} />
        <ValidityLegend comparison={comparison} grid={grid} hrefTo={hrefTo} />
        <TableNotes notes={numberFootnotes(grid).notes} />
        <StartExperimentLink project={project} comparison={comparison} grid={grid} />
      </CompareSurface>
    </>
  )
}
