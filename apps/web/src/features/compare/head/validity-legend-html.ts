import type { Comparison } from '@assay/domain/compare/comparison'
import type { Grid } from '@assay/domain/compare/grid'
import { badgeWords } from '@assay/domain/compare/render/badge-words'
import { type Html, html } from '../../../ui/html.ts'
import style from './legend.module.css'

/** Renders the validity flags that exclude results of this table from verdicts, and the link that includes them. */
export function validityLegendHtml(
  comparison: Comparison,
  grid: Grid,
  hrefTo: (comparison: Comparison) => string,
): Html {
  const { excluded, counted } = badgeWords(grid.tables)
  if (excluded.length === 0 && counted.length === 0) return html``
  const href = hrefTo({ ...comparison, countBadged: !comparison.countBadged })
  const [description, action] =
    excluded.length > 0
      ? [
          html`<span class="${style.noPart}">grey</span> shown, but excluded from bands and means: ${excluded.join(', ')}.`,
          'Include them',
        ]
      : [html`Included although ${counted.join(', ')}.`, 'Exclude them']
  const line = html`${description} <a href="${href}" data-soft="">${action}</a>`
  return html`<ul class="${style.doubts}" aria-label="Doubtful results"><li>${line}</li></ul>`
}
