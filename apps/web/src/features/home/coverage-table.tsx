import type { CSSProperties } from 'react'
import { runsPath } from '../../paths.ts'
import type { ProjectHome } from '../../trpc/api-types.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { countOf } from '../../ui/format-count.ts'
import { formatRunQuery } from '../runs/run-query.ts'
import style from './coverage-table.module.css'

type Coverage = ProjectHome['coverage']
type Row = { product: string; versions: ReadonlyMap<string, number> }
type Props = { project: string; coverage: Coverage }

/** A heat map of what was measured: the number of versions of each product on each machine, most machines first. */
export function CoverageTable({ project, coverage }: Props) {
  const rows = [...Map.groupBy(coverage, ({ product }) => product)].map(
    ([product, own]): Row => ({ product, versions: new Map(own.map((one) => [one.hardware, one.versions])) }),
  )
  return (
    <DataTable
      caption="Versions of each product on each machine"
      columns={columnsOf(project, coverage)}
      rows={rows.toSorted((a, b) => b.versions.size - a.versions.size)}
      rowKey={({ product }) => product}
    />
  )
}

function columnsOf(project: string, coverage: Coverage): Column<Row>[] {
  const max = Math.max(1, ...coverage.map(({ versions }) => versions))
  const machines = [...Map.groupBy(coverage, ({ hardware }) => hardware)]
    .toSorted(([, a], [, b]) => totalOf(b) - totalOf(a))
    .map(([hardware]) => hardware)
  const hrefOf = (filters: { product: string[]; hardware?: string[] }) => runsPath(project, formatRunQuery({ filters }))
  return [
    {
      key: 'product',
      header: 'Product',
      heads: true,
      cell: ({ product }) => <a href={hrefOf({ product: [product] })}>{product}</a>,
    },
    ...machines.map(
      (hardware): Column<Row> => ({
        key: `machine ${hardware}`,
        header: hardware,
        numeric: true,
        cell: ({ product, versions }) => {
          const count = versions.get(hardware)
          if (count === undefined) return <span className={style.none}>–</span>
          const share = { '--share': `${Math.round(8 + (24 * count) / max)}%` } as CSSProperties
          return (
            <a
              href={hrefOf({ product: [product], hardware: [hardware] })}
              className={style.cell}
              style={share}
              title={`${product} on ${hardware}: ${countOf(count, 'version')}`}
            >
              {count}
            </a>
          )
        },
      }),
    ),
  ]
}

const totalOf = (own: Coverage) => own.reduce((sum, { versions }) => sum + versions, 0)
