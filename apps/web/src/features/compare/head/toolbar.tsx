import type { Comparison } from '@assay/domain/compare/comparison'
import type { Grid } from '@assay/domain/compare/grid'
import { compareExportPath } from '../../../paths.ts'
import { type Html, html } from '../../../ui/html.ts'
import { MorphedHtml } from '../../../ui/morphed-html.tsx'
import { withShow } from '../change-comparison.ts'
import { CopyExport } from './copy-export.tsx'
import { COPIED, downloadsHtml } from './downloads-html.ts'
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
      <MorphedHtml html={String(viewsHtml(comparison, grid, hrefTo))} />
      <div className={style.end}>
        <CopyExport files={COPIED.map(fileOf)} />
        <MorphedHtml html={String(downloadsHtml(project, query))} />
      </div>
    </div>
  )
}

const viewsHtml = (comparison: Comparison, grid: Grid, hrefTo: Props['hrefTo']): Html => html`
  <nav aria-label="Show" class="${style.segments}">
    ${SHOWS.map(
      ({ show, label }) =>
        html`<a href="${hrefTo(withShow(comparison, show))}" data-soft=""${current(grid.show === show)}>${label}</a>`,
    )}
  </nav>
  <a href="${hrefTo({ ...comparison, onlyChanged: !comparison.onlyChanged })}" data-soft="" class="${style.toggle}"${current(comparison.onlyChanged)}>
    Only changes
  </a>`

const current = (is: boolean): Html | false => is && html` aria-current="true"`
