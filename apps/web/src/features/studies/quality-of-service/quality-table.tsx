import type { QualityColumn, QualityTable } from '@assay/domain/studies/quality-of-service'
import style from '../../compare/table/compare-table.module.css'
import { GridCell } from '../frame/cell-value.tsx'
import frame from '../frame/metric-columns-table.module.css'
import { cellId } from './cell-id.ts'
import own from './quality-of-service.module.css'
import { shortStatistic, statisticWords } from './statistic-words.ts'

type Props = {
  project: string
  /** Of the table on the page. */
  place: number
  /** What its rows are: `product, version, config`. */
  rowsAre: string
  table: QualityTable
  show: 'absolute' | 'relative' | 'both'
}

/** Throughput | efficiency | response times, one row for each version or config. */
export function QualityTableView({ project, place, rowsAre, table, show }: Props) {
  const { label, baseLabel, columns, rows } = table
  const spans = spansOf(columns)
  return (
    <section className={frame.block} aria-label={label}>
      <h3>{label}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={frame.scroll} aria-label={`Table: ${label}`} tabIndex={0}>
        <table className={`${style.table} ${own.table}`}>
          <caption className="visually-hidden">
            {label}
            {baseLabel === null ? '' : `, relative to ${baseLabel}`}
          </caption>
          <thead>
            <tr>
              <th rowSpan={2} scope="col" className={own.names}>
                {rowsAre}
              </th>
              {spans.map(({ title, count }) => (
                <th key={title} colSpan={count} scope="colgroup" className={own.part}>
                  {title}
                </th>
              ))}
            </tr>
            <tr>
              {columns.map((column) => (
                <th key={column.metric} scope="col" className={isFirst(columns, column) ? own.first : undefined}>
                  {headingOf(column)}
                  <span className={own.unit}>{column.unit}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, isBase, cells }, row) => (
              <tr key={name} className={isBase ? style.baseRow : undefined}>
                <th scope="row" className={own.names}>
                  {name}
                </th>
                {cells.map((cell, at) => (
                  <GridCell
                    key={columns[at]?.metric}
                    project={project}
                    cell={cell}
                    show={show}
                    digits={columns[at]?.digits ?? 0}
                    id={cellId(place, row, at)}
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

function headingOf({ metric, response }: QualityColumn): string {
  if (response === null) return metric
  if (response.operation === null) return shortStatistic(response.statistic)
  return response.operation
}

/** The part of the row that a column belongs to; response times by statistic. */
function titleOf({ part, response }: QualityColumn): string {
  return response === null ? part : statisticWords(response.statistic)
}

function spansOf(columns: readonly QualityColumn[]): { title: string; count: number }[] {
  const counts = Map.groupBy(columns, titleOf)
  return [...counts].map(([title, all]) => ({ title, count: all.length }))
}

const isFirst = (columns: readonly QualityColumn[], column: QualityColumn): boolean =>
  columns.find((one) => titleOf(one) === titleOf(column)) === column
