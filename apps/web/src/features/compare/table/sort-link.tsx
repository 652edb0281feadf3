import { withNextSort } from '../change-comparison.ts'
import style from './compare-table.module.css'
import type { TableLinks } from './compare-table.tsx'

type Props = { column: number; label: string; sorted: 'ascending' | 'descending' | undefined; links: TableLinks }

/** Sorts rows by a column: largest first, then smallest first, then as the benchmark has them. */
export function SortLink({ column, label, sorted, links }: Props) {
  const next =
    sorted === undefined ? 'largest first' : sorted === 'descending' ? 'smallest first' : 'in the benchmark’s order'
  return (
    <a
      href={links.hrefTo(withNextSort(links.comparison, column))}
      data-soft=""
      className={sorted === undefined ? style.sort : style.sorted}
      title={`Sort by ${label}, ${next}`}
    >
      <span aria-hidden="true">{sorted === undefined ? '↕' : sorted === 'descending' ? '↓' : '↑'}</span>
      <span className="visually-hidden">
        sort by {label}, {next}
      </span>
    </a>
  )
}
