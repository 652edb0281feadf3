import { chartShapes } from '@assay/charts/shapes/chart-shapes'
import type { Comparison } from '@assay/domain/compare/comparison'
import { toQuery } from '@assay/domain/compare/comparison-url'
import type { Grid } from '@assay/domain/compare/grid'
import { drawnPage } from '@assay/domain/compare/page-grid/drawn-page'
import { limitGrid } from '@assay/domain/compare/page-grid/limit-grid'
import { packJson } from '@assay/domain/compare/page-grid/pack-json'
import { type PageGrid, preparePageGrid } from '@assay/domain/compare/page-grid/page-grid'
import { numberFootnotes } from '@assay/domain/compare/render/footnote-marks'
import type { CellRef, Tldr } from '@assay/domain/compare/tldr/tldr'
import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import type { Figure } from '@assay/domain/publish/report/figure-block'
import { figureModels, missingRows } from '@assay/domain/publish/report/figure-drawings'
import { PageChart } from '../../charts/page-chart.tsx'
import { Notice } from '../../ui/notice.tsx'
import { comparisonPath } from '../compare/comparison-path.ts'
import { Legend } from '../compare/head/legend.tsx'
import { Warnings } from '../compare/head/warnings.tsx'
import { cellHref, cellName } from '../compare/surface/cell-parameter.ts'
import { TableNotes } from '../compare/table/table-notes.tsx'
import { TldrSection } from '../tldr/tldr.tsx'
import style from './figure-frame.module.css'
import { FigureTables } from './figure-tables.tsx'
import { PackedFigureTables } from './packed-figure-tables.tsx'

export type FigureContentProps = {
  /** Null for a reader who cannot open the project. */
  project: string | null
  figure: Pick<Figure, 'show' | 'tables' | 'charts' | 'rows'>
  comparison: Comparison
  /** Current or frozen grid. */
  grid: Grid
  tldr: Tldr
  /** Charts of the figure's study page; undefined when there is none or charts are not shown. */
  studyCharts: readonly ChartModel[] | undefined
  number: number
  /** Ids of cells that the text links to. */
  cellId?: ((cellRef: CellRef) => string | null) | undefined
}

/** A comparison inside a text, in the tables of the compare page; its links lead there. */
export function FigureContent(props: FigureContentProps) {
  const { project, figure, comparison, grid, tldr, studyCharts, number } = props
  const { tables } = limitGrid(grid)
  const missing = figure.tables?.filter((one) => one > grid.tables.length) ?? []
  const ownTables = grid.tables.filter((_, index) => figure.tables?.includes(index + 1) ?? true)
  const models = figureModels(figure, { grid: { ...grid, tables: ownTables }, studyCharts })
  const unknown = missingRows(figure, grid)
  const isWithoutChart = figure.show.includes('chart') && unknown.length === 0 && models.length === 0
  return (
    <>
      <Warnings warnings={grid.warnings} />
      {missing.length > 0 && (
        <Notice>{`The comparison has ${grid.tables.length} tables: there is no table ${missing.join(', ')}.`}</Notice>
      )}
      {grid.tables.length === 0 && <Notice>No results match this comparison.</Notice>}
      {unknown.length > 0 && <Notice>{`The comparison has no row ${unknown.join(', ')}.`}</Notice>}
      {isWithoutChart && <Notice>This comparison has no chart.</Notice>}
      {figure.show.includes('tldr') && (
        <TldrSection
          tldr={tldr}
          hrefOf={project === null ? null : cellHref(comparisonPath(project, comparison))}
          title="Summary"
        />
      )}
      {models.length > 0 && (
        <div className={style.charts}>
          {models.map((model) => (
            <PageChart key={model.id} shapesAt={(size) => chartShapes(model, size)} />
          ))}
        </div>
      )}
      {figure.show.includes('table') && (
        <>
          <Tables {...props} />
          {tables.length > 0 && <Legend comparison={comparison} grid={grid} />}
          <TableNotes notes={numberFootnotes(grid).notes} label={`Footnotes of figure ${number}`} />
        </>
      )}
    </>
  )
}

function Tables({ project, figure, comparison, grid, cellId }: FigureContentProps) {
  const page = shownPage(preparePageGrid({ ...grid, tables: limitGrid(grid).tables }, comparison), figure.tables)
  const drawn = { comparison, query: toQuery(comparison), ids: idsOf(page, cellId) }
  // The data of the page names runs, which a reader without the project must not get.
  return project === null ? (
    <FigureTables page={page} project={null} {...drawn} />
  ) : (
    <PackedFigureTables packed={packJson(drawnPage(page))} project={project} {...drawn} />
  )
}

/** The page without the content of tables that the figure does not show, whose positions links count. */
function shownPage(page: PageGrid, shown: readonly number[] | null | undefined): PageGrid {
  if (shown == null) return page
  const tables = page.grid.tables.map((table, index) =>
    shown.includes(index + 1) ? table : { ...table, columns: [], groups: [] },
  )
  return {
    ...page,
    grid: { ...page.grid, tables },
    tables: page.tables.map((table, index) => (shown.includes(index + 1) ? table : { ...table, levels: [], rows: [] })),
  }
}

function idsOf({ grid }: PageGrid, cellId: FigureContentProps['cellId']): Record<string, string> {
  if (cellId === undefined) return {}
  const refs = grid.tables.flatMap(({ groups }, table) =>
    groups
      .flatMap(({ rows }) => rows)
      .flatMap(({ cells }, row) => cells.map((_, column): CellRef => ({ table, row, column }))),
  )
  return Object.fromEntries(
    refs.flatMap((ref) => {
      const id = cellId(ref)
      return id === null ? [] : [[cellName(ref), id]]
    }),
  )
}
