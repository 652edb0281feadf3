import type { Bands, Comparison } from '@assay/domain/compare/comparison'
import { type Html, html } from '../../../ui/html.ts'
import style from './option-fields.module.css'
import { optionsHtml } from './options-html.ts'
import { FIELDS } from './read-builder-form.ts'

const REPEATS: readonly { value: Comparison['repeats']; label: string }[] = [
  { value: 'median', label: 'median' },
  { value: 'mean', label: 'mean' },
  { value: 'min', label: 'lowest' },
  { value: 'max', label: 'highest' },
  { value: 'each', label: 'each by itself' },
]

const BANDS: readonly { value: Comparison['bands']['kind']; label: string }[] = [
  { value: 'relative', label: 'of the ratio' },
  { value: 'quartile', label: 'quarters of a column’s range' },
]

const VERDICTS: readonly { value: Comparison['verdicts']; label: string }[] = [
  { value: 'on', label: 'shown' },
  { value: 'text', label: 'shown, also in the text table' },
  { value: 'off', label: 'none' },
]

/** Renders the options for computing cells: repeats, bands, arithmetic, and which steps are listed. */
export function optionFieldsHtml({ bands, repeats, verdicts, asPublished, allSteps, countBadged }: Comparison): Html {
  return html`
    <div class="${style.options}">
      <label class="${style.line}">
        <span>Repeats</span>
        <select name="repeats">${optionsHtml(REPEATS, repeats)}</select>
      </label>
      <label class="${style.line}">
        <span>Bands</span>
        <select name="${FIELDS.bands}">${optionsHtml(BANDS, bands.kind)}</select>
      </label>
      ${bands.kind === 'relative' && limitsHtml(bands)}
      <label class="${style.line}">
        <span>Verdicts</span>
        <select name="verdicts">${optionsHtml(VERDICTS, verdicts)}</select>
      </label>
      <label class="${style.tick}">
        <input type="checkbox" name="published" value="yes"${asPublished && html` checked`}>
        <span>As published<small>ratios of rounded values and the archive’s averages</small></span>
      </label>
      <label class="${style.tick}">
        <input type="checkbox" name="steps" value="all"${allSteps && html` checked`}>
        <span>All steps<small>warm-up and load steps too</small></span>
      </label>
      <label class="${style.tick}">
        <input type="checkbox" name="badged" value="in"${countBadged && html` checked`}>
        <span>Include flagged results<small>not steady, too short, errors ignored and others</small></span>
      </label>
    </div>`
}

const limitsHtml = ({ worse, better }: Extract<Bands, { kind: 'relative' }>) => html`
  <fieldset class="${style.line}">
    <legend class="visually-hidden">Limits of the bands</legend>
    <span aria-hidden="true">Limits</span>
    <span class="${style.limits}">
      <label>worse ≤ <input type="number" name="${FIELDS.worse}" value="${worse}" min="0" max="1" step="0.01" required></label>
      <label>better ≥ <input type="number" name="${FIELDS.better}" value="${better}" min="1" max="100" step="0.01" required></label>
    </span>
  </fieldset>`
