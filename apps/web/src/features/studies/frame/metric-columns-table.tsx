import { absoluteDigits } from '@assay/domain/compare/format-cell'
import type { MetricColumns } from '@assay/domain/studies/metric-columns'
import style from '../../compare/table/compare-table.module.css'
import { GridCell } from './cell-value.tsx'
import frame from './metric-columns-table.module.css'

type Props = {
  project: string
  /** Names the table; its visible heading, too. */
  title: string
  /** What its rows are: `version`. */
  rowsAre: string
  table: MetricColumns
  show: 'absolute' | 'relative' | 'both'
}

/** Throughput and what it costs in one row, a column for each metric. */
export function MetricColumnsTable({ project, title, rowsAre, table, show }: Props) {
  const digits = absoluteDigits(table.rows.flatMap(({ cells }) => cells))
  return (
    <section className={frame.block} aria-label={title}>
      <h3>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={frame.scroll} aria-label={`Table: ${title}`} tabIndex={0}>
        <table className={style.table}>
          <caption className="visually-hidden">
            {title}
            {table.baseLabel === null ? '' : `, relative to ${table.baseLabel}`}
          </caption>
          <thead>
            <tr>
              <th scope="col">{rowsAre}</th>
              {table.metrics.map(({ metric, unit }) => (
                <th key={metric} scope="col" title={unit}>
                  {metric}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map(({ label, column, isBase, cells }) => (
              <tr key={`${label} ${column}`} className={isBase ? style.baseRow : undefined}>
                <th scope="row">
                  <span className={frame.name}>{[label, column].filter((part) => part !== '').join(' ')}</span>
                </th>
                {cells.map((cell, at) => (
                  <GridCell
                    key={table.metrics[at]?.metric}
                    project={project}
                    cell={cell}
                    show={show}
                    digits={digits(cell.metric)}
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
