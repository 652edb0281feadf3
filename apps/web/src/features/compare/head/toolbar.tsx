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
  const fileOf = ({ format, label }: { format: string; label: string }) => ({
    format,
    label,
    href: compareExportPath(project, format, query),
  })
  return (
    <div className={`${style.toolbar} no-print`}>
      <Views comparison={comparison} grid={grid} hrefTo={hrefTo} />
      <div className={style.end}>
        <CopyExport files={COPIED.map(fileOf)} />
        <Downloads project={project} query={query} />
      </div>
    </div>
  )
}

function Views({ comparison, grid, hrefTo }: Pick<Props, 'comparison' | 'grid' | 'hrefTo'>) {
  const { onlyChanged } = comparison
  return (
    <>
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
    </>
  )
}
