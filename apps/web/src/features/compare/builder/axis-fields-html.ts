import type { DimensionName } from '@assay/domain/compare/dimension'
import { type Html, html } from '../../../ui/html.ts'
import { dimensionLabel } from '../../dimensions/dimension-label.ts'
import type { Axis } from './assign-dimensions.ts'
import style from './axis-fields.module.css'
import { optionsHtml } from './options-html.ts'

type AxisFields = {
  axis: Axis
  label: string
  placed: readonly DimensionName[]
  /** Dimensions of these results. */
  dimensions: readonly DimensionName[]
}

/** Select fields for the dimensions on one axis, and one more to add another. */
export function axisFieldsHtml({ axis, label, placed, dimensions }: AxisFields): Html {
  const named = [...new Set([...dimensions, ...placed])].map((name) => ({ value: name, label: dimensionLabel(name) }))
  const fields = [
    ...placed.map((dimension, index) => ({ dimension, name: `${label}, ${index + 1}`, none: '– remove' })),
    { dimension: '', name: `Add to ${label.toLowerCase()}`, none: '+ add' },
  ]
  return html`
    <fieldset class="${style.axis}">
      <legend>${label}</legend>
      <div class="${style.fields}">
        ${fields.map(
          ({ dimension, name, none }) => html`
            <select name="${axis}" aria-label="${name}" class="${dimension === '' ? style.add : style.field}">
              ${optionsHtml([{ value: '', label: none }, ...named], dimension)}
            </select>`,
        )}
      </div>
    </fieldset>`
}
