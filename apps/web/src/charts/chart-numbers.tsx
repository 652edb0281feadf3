'use client'

import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import { chartTable } from '@assay/domain/publish/chart/chart-table'
import { formatChartValue } from '@assay/domain/publish/chart/format-chart-value'
import { useState } from 'react'
import { formatCount } from '../ui/format-count.ts'
import style from './study-chart.module.css'

/** Maximum rows of the table; exports contain all rows. */
const MAX_TABLE_ROWS = 500

/** The data of a chart as a table, which is rendered when it is opened. */
export function ChartNumbers({ model }: { model: ChartModel }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={style.numbers} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Chart data</summary>
      {isOpen && <NumbersTable model={model} />}
    </details>
  )
}

function NumbersTable({ model }: { model: ChartModel }) {
  const { corner, columns, rows } = chartTable(model)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={style.scroll} aria-label={`Data of ${model.title}`} tabIndex={0}>
      <table>
        <caption className="visually-hidden">{model.title}</caption>
        <thead>
          <tr>
            <th scope="col">{corner}</th>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MAX_TABLE_ROWS).map(({ name, cells }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map(({ value, href, note }, index) => (
                <td key={columns[index]} title={note}>
                  {value === null ? '-' : <Value text={formatChartValue(value, model.y.format)} href={href} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > MAX_TABLE_ROWS && (
        <p>
          The first {formatCount(MAX_TABLE_ROWS)} of {formatCount(rows.length)} are shown.
        </p>
      )}
    </section>
  )
}

const Value = ({ text, href }: { text: string; href: string | undefined }) =>
  href === undefined ? text : <a href={href}>{text}</a>
