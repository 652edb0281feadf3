import type { Comparison } from '@assay/domain/compare/comparison'
import { toQuery } from '@assay/domain/compare/comparison-url'
import type { Grid, GridTable } from '@assay/domain/compare/grid'
import { limitGrid } from '@assay/domain/compare/page-grid/limit-grid'
import { packJson } from '@assay/domain/compare/page-grid/pack-json'
import { preparePageGrid } from '@assay/domain/compare/page-grid/page-grid'
import { numberFootnotes } from '@assay/domain/compare/render/footnote-marks'
import { Notice } from '../../../ui/notice.tsx'
import { comparisonPath } from '../../compare/comparison-path.ts'
import { Legend } from '../../compare/head/legend.tsx'
import { ValidityLegend } from '../../compare/head/validity-legend.tsx'
import { CompareSurface } from '../../compare/surface/compare-surface.tsx'
import { PageGridProvider } from '../../compare/surface/page-grid-context.tsx'
import { PivotTables } from '../../compare/table/pivot-tables.tsx'
import { TableNotes } from '../../compare/table/table-notes.tsx'
import style from './study-frame.module.css'

type Props = {
  project: string
  /** The comparison that the grid was made for. */
  comparison: Comparison
  grid: Grid
  /** The address of a changed comparison; the compare page when absent. */
  hrefTo?: (comparison: Comparison) => string
  /** Prefix of ids, for pages with several groups of tables. */
  label?: string
  /** Selects tables; all when absent. */
  shows?: (table: GridTable, index: number) => boolean
}

/** The tables of a grid as on the compare page, with the details of each cell; charts of rows open there. */
export function StudyTables({ project, comparison, grid, hrefTo, label, shows }: Props) {
  const { tables, leftOut } = limitGrid(grid)
  const { notes } = numberFootnotes(grid)
  const compareHref = (other: Comparison) => comparisonPath(project, other)
  const [path = '', query = ''] = (hrefTo ?? compareHref)(comparison).split('?')
  const only = tables.flatMap((table, index) => ((shows?.(table, index) ?? true) ? [index] : []))
  return (
    <PageGridProvider
      packed={packJson(preparePageGrid({ ...grid, tables }, comparison))}
      comparison={comparison}
      path={path}
      query={query}
    >
      <CompareSurface project={project} query={toQuery(comparison)} hasRowCharts={false}>
        <div className={style.tables}>
          <Legend comparison={comparison} grid={grid} />
          <ValidityLegend comparison={comparison} grid={grid} hrefTo={hrefTo ?? compareHref} />
          {leftOut > 0 && (
            <Notice>
              The first cells are shown; filter <a href={compareHref(comparison)}>the whole table</a> to see others.
            </Notice>
          )}
        </div>
        <PivotTables project={project} only={only} chartsAt={compareHref(comparison)} />
        <TableNotes notes={notes} label={label === undefined ? 'Footnotes' : `Footnotes of ${label}`} />
      </CompareSurface>
    </PageGridProvider>
  )
}
