import type { Comparison } from '@assay/domain/compare/comparison'
import type { Grid } from '@assay/domain/compare/grid'
import { compareExportPath } from '../../../paths.ts'
import { withShow } from '../change-comparison.ts'
import { CopyExport } from './copy-export.tsx'
import { COPIED, Downloads } from './downloads.tsx'
import style from './toolbar.module.css'

const SHOWS: readonly { show: Comparison['show']; label: string }[] = [
  { show: 'relative', label: 'Relative' },
  { show: 'absolute', label: 'Absolute' },
  { show: 'both', label: 'Both' },
]

type Props = {
  project: string
  comparison: Comparison
  grid: Grid
  query: string
  hrefTo: (comparison: Comparison) => string
}

/** The most frequent actions on a table: another display of values, changes only, and exports. */
export function Toolbar({ project, comparison, grid, query, hrefTo }: Props) {
  return (
    <div className={`${style.toolbar} no-print`}>
      <Views comparison={comparison} grid={grid} hrefTo={hrefTo} />
      <Exports project={project} query={query} />
    </div>
  )
}

/** Copies and downloads of a table. */
export function Exports({ project, query }: Pick<Props, 'project' | 'query'>) {
  const fileOf = ({ format, label }: { format: string; label: string }) => ({
    format,
    label,
    href: compareExportPath(project, format, query),
  })
  return (
    <div className={`${style.end} no-print`}>
      <CopyExport files={COPIED.map(fileOf)} />
      <Downloads project={project} query={query} />
    </div>
  )
}

/** Other displays of a table: absolute values, both, or changes only. */
export function Views({ comparison, grid, hrefTo }: Pick<Props, 'comparison' | 'grid' | 'hrefTo'>) {
  const { onlyChanged } = comparison
  return (
    <div className={`${style.views} no-print`}>
      <nav aria-label="Show" className={style.segments}>
        {SHOWS.map(({ show, label }) => (
          <a
            key={show}
            href={hrefTo(withShow(comparison, show))}
            data-soft=""
            aria-current={grid.show === show ? 'true' : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      <a
        href={hrefTo({ ...comparison, onlyChanged: !onlyChanged })}
        data-soft=""
        className={style.toggle}
        aria-current={onlyChanged ? 'true' : undefined}
      >
        Only changes
      </a>
    </div>
  )
}
