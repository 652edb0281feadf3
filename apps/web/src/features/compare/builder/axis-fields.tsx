import type { DimensionName } from '@assay/domain/compare/dimension'
import { dimensionLabel } from '../../dimensions/dimension-label.ts'
import style from './axis-fields.module.css'
import type { Axis } from './place-dimensions.ts'

type Props = {
  axis: Axis
  label: string
  placed: readonly DimensionName[]
  /** Dimensions that these results have. */
  dimensions: readonly DimensionName[]
}

/** The dimensions on one axis, a list to choose from for each, and one more to add another. */
export function AxisFields({ axis, label, placed, dimensions }: Props) {
  const all = [...new Set([...dimensions, ...placed])]
  const fields = [...placed, null]
  return (
    <fieldset className={style.axis}>
      <legend>{label}</legend>
      <div className={style.fields}>
        {fields.map((dimension, index) => (
          <select
            // A field stays the same when its dimension changes, so that it keeps the focus.
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is what the field is about
            key={index}
            name={axis}
            defaultValue={dimension ?? ''}
            data-value={dimension ?? ''}
            aria-label={dimension === null ? `Add to ${label.toLowerCase()}` : `${label}, ${index + 1}`}
            className={dimension === null ? style.add : style.field}
          >
            <option value="">{dimension === null ? '+ add' : '– take off'}</option>
            {all.map((name) => (
              <option key={name} value={name}>
                {dimensionLabel(name)}
              </option>
            ))}
          </select>
        ))}
      </div>
    </fieldset>
  )
}
