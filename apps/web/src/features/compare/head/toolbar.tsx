import type { Comparison } from '@assay/domain/compare/comparison'
import type { Grid } from '@assay/domain/compare/grid'
import { compareExportPath } from '../../../paths.ts'
import { withShow } from '../change-comparison.ts'
import { CopyExport } from './copy-export.tsx'
import style from './toolbar.module.css'

const SHOWS: readonly { show: Comparison['show']; label: string }[] = [
  { show: 'relative', label: 'Relative' },
  { show: 'absolute', label: 'Absolute' },
  { show: 'both', label: 'Both' },
]

const FORMATS = [
  { format: 'text', label: 'Text' },
  { format: 'markdown', label: 'Markdown' },
  { format: 'html', label: 'HTML' },
  { format: 'csv', label: 'CSV' },
] as const

type Props = {
  project: string
  comparison: Comparison
  grid: Grid
  query: string
  hrefTo: (comparison: Comparison) => string
}

/** What is done to a table most often: shown another way, narrowed to what changed, taken away. */
export function Toolbar({ project, comparison, grid, query, hrefTo }: Props) {
  const files = FORMATS.map(({ format, label }) => ({ format, label, href: compareExportPath(project, format, query) }))
  return (
    <div className={`${style.toolbar} no-print`}>
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
        href={hrefTo({ ...comparison, onlyChanged: !comparison.onlyChanged })}
        data-soft=""
        className={style.toggle}
        aria-current={comparison.onlyChanged ? 'true' : undefined}
      >
        Only what changed
      </a>
      <div className={style.end}>
        <CopyExport files={files} />
        <details className={style.menu}>
          <summary>Download</summary>
          <ul>
            {[...files, { format: 'json', label: 'JSON', href: compareExportPath(project, 'json', query) }].map(
              ({ format, label, href }) => (
                <li key={format}>
                  <a href={`${href}&download=yes`} download>
                    {label}
                  </a>
                </li>
              ),
            )}
          </ul>
        </details>
      </div>
    </div>
  )
}
