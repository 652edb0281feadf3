import type { DimensionName } from '@assay/domain/compare/dimension'
import type { GridRow } from '@assay/domain/compare/grid'
import { withBase } from '../change-comparison.ts'
import style from './compare-table.module.css'
import type { TableLinks } from './compare-table.tsx'

type Props = { row: GridRow; chart: string; rowDimensions: readonly DimensionName[]; links: TableLinks }

/** The name of a row opens its chart; the mark beside it divides by the row. */
export function RowHeader({ row, chart, rowDimensions, links }: Props) {
  return (
    <th scope="row">
      <span className={style.rowHead}>
        <a href={links.chartHref(chart)} data-chart={chart} className={style.rowName} title={`Chart of ${row.label}`}>
          {row.label}
          <span className="visually-hidden"> draw as chart</span>
        </a>
        {rowDimensions.length > 0 && (
          <a
            href={links.hrefTo(withBase(links.comparison, rowDimensions, row.values))}
            data-soft=""
            className={row.isBase ? style.rowIsBase : style.rowBase}
            title={`Divide by ${row.label}`}
          >
            <span aria-hidden="true">{row.isBase ? 'base' : '÷'}</span>
            <span className="visually-hidden">{row.isBase ? 'the base' : `use ${row.label} as base`}</span>
          </a>
        )}
      </span>
    </th>
  )
}
