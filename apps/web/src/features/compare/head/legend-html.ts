import { DEEPER_FROM } from '@assay/domain/compare/band-strength'
import type { Comparison } from '@assay/domain/compare/comparison'
import { BAND_WORD } from '@assay/domain/compare/format-cell'
import type { Grid } from '@assay/domain/compare/grid'
import { VERDICT_WORD } from '@assay/domain/compare/verdict-marks'
import { TARGET_MET } from '@assay/domain/run/validity/result-badges'
import { type Html, html } from '../../../ui/html.ts'
import style from './legend.module.css'

/** The legend of colours and signs, with the thresholds in force. */
export function legendHtml({ bands, base }: Comparison, grid: Grid): Html {
  const { show } = grid
  if (base.kind === 'target') {
    return html`
      <ul class="${style.legend}" aria-label="Legend">
        <li><span class="${style.worse1}">▼ worse</span> below ${TARGET_MET * 100}% of the target</li>
      </ul>`
  }
  if (bands.kind === 'quartile') {
    return html`
      <ul class="${style.legend}" aria-label="Legend">
        <li>
          <span class="${style.worse2}">▼ worse</span> lowest quarter of the column’s range, none when the smallest is at least 80% of the largest
        </li>
        <li><span class="${style.better2}">▲ better</span> highest quarter</li>
      </ul>`
  }
  if (show === 'absolute' && base.kind === 'none') return html``
  const { second, third } = DEEPER_FROM
  const isJudged = grid.verdicts !== null
  const [worse, better] = isJudged ? [VERDICT_WORD.worse, VERDICT_WORD.better] : [BAND_WORD.worse, BAND_WORD.better]
  return html`
    <ul class="${style.legend}" aria-label="Legend">
      <li>
        <span class="${style.worse1}">▼ ${worse}</span> ratio ≤ ${bands.worse.toFixed(2)}
        <span class="${style.worse2}">≤ ${(1 / second).toFixed(2)}</span>
        <span class="${style.worse3}">≤ ${(1 / third).toFixed(2)}</span>
      </li>
      <li>
        <span class="${style.better1}">▲ ${better}</span> ratio ≥ ${bands.better.toFixed(2)}
        <span class="${style.better2}">≥ ${second.toFixed(2)}</span>
        <span class="${style.better3}">≥ ${third.toFixed(2)}</span>
      </li>
      <li class="${style.faint}">reversed for lower-is-better metrics</li>
      ${
        isJudged &&
        html`
          <li><b>!</b> significant</li>
          <li><b>=</b> no change</li>
          <li><b>?</b> inconclusive</li>`
      }
    </ul>`
}
