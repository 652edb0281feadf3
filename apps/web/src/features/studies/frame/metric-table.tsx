import type { Grid } from '@assay/domain/compare/grid'
import { cellFormatter } from '@assay/domain/compare/render/shown-table'
import { cellMarker, hasMarks } from '@assay/domain/compare/verdict-marks'
import { type CellCoordinates, seriesOfCell } from '@assay/domain/findings/series/series-of-cell'
import style from '../../compare/table/compare-table.module.css'
import cellStyle from '../../compare/table/table-cells.module.css'
import { GridCell } from './cell-value.tsx'
import frame from './metric-table.module.css'

type Props = {
  project: string
  /** Name and visible heading of the table. */
  title: string
  /** A grid with one table and a column for each metric. */
  grid: Grid
  /** The two lines of each column heading. */
  heads?: readonly { title: string; name: string }[] | undefined
  /** Returns the id of a cell, for links to it. */
  idOf?: ((row: number, column: number) => string) | undefined
  /** Dimensions that all cells share. */
  of?: CellCoordinates | undefined
}

/** Throughput and its costs in one row, with a column for each metric. */
export function MetricTable({ project, title, grid, heads, idOf, of = [] }: Props) {
  const [table] = grid.tables
  if (table === undefined) return null
  const format = cellFormatter(table)
  const markOf = cellMarker(grid)
  const classes = [style.table, cellStyle.cells, heads !== undefined && frame.two, hasMarks(grid) && cellStyle.judged]
  const rowsAre = grid.rowDimensions.join(', ')
  const rows = table.groups.flatMap((group) => group.rows)
  return (
    <section className={frame.block} aria-label={title}>
      <h3>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={frame.scroll} aria-label={`Table: ${title}`} tabIndex={0}>
        <table className={classes.filter(Boolean).join(' ')}>
          <caption className="visually-hidden">
            {title}
            {table.baseLabel === null ? '' : `, relative to ${table.baseLabel}`}
          </caption>
          <thead>
            {heads === undefined ? (
              <tr>
                <th scope="col">{rowsAre}</th>
                {table.columns.map(({ label, note }) => (
                  <th key={label} scope="col" title={note}>
                    {label}
                  </th>
                ))}
              </tr>
            ) : (
              <TwoLines rowsAre={rowsAre} heads={heads} units={table.columns.map(({ note }) => note ?? '')} />
            )}
          </thead>
          <tbody>
            {rows.map(({ label, isBase, cells }, row) => (
              <tr key={label} className={isBase ? cellStyle.baseRow : undefined}>
                <th scope="row" className={heads === undefined ? undefined : frame.names}>
                  {heads === undefined ? <span className={frame.name}>{label}</span> : label}
                </th>
                {cells.map((cell, at) => (
                  <GridCell
                    key={table.columns[at]?.label}
                    project={project}
                    cell={cell}
                    show={grid.show}
                    format={format}
                    markOf={markOf}
                    series={seriesOfCell(cell, of)}
                    {...(idOf === undefined ? {} : { id: idOf(row, at) })}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}

type Heads = NonNullable<Props['heads']>

function TwoLines({ rowsAre, heads, units }: { rowsAre: string; heads: Heads; units: readonly string[] }) {
  const spans = [...Map.groupBy(heads, ({ title }) => title)]
  return (
    <>
      <tr>
        <th rowSpan={2} scope="col" className={frame.names}>
          {rowsAre}
        </th>
        {spans.map(([title, all]) => (
          <th key={title} colSpan={all.length} scope="colgroup" className={frame.part}>
            {title}
          </th>
        ))}
      </tr>
      <tr>
        {heads.map((head, at) => (
          <th
            key={`${head.title} ${head.name}`}
            scope="col"
            className={heads.findIndex(({ title }) => title === head.title) === at ? frame.first : undefined}
          >
            {head.name}
            <span className={frame.unit}>{units[at]}</span>
          </th>
        ))}
      </tr>
    </>
  )
}
