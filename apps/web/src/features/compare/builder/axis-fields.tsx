import type { DimensionName } from '@assay/domain/compare/dimension'
import { showBidiControls } from '@assay/domain/json/readable-text'
import { FormSelect } from '../../../ui/form-select.tsx'
import { dimensionLabel } from '../../dimensions/dimension-label.ts'
import type { Axis } from './assign-dimensions.ts'
import style from './axis-fields.module.css'

type Props = {
  axis: Axis
  label: string
  placed: readonly DimensionName[]
  /** Dimensions of these results. */
  dimensions: readonly DimensionName[]
}

/** Select fields for the dimensions on one axis, and one more to add another. */
export function AxisFields({ axis, label, placed, dimensions }: Props) {
  const named = [...new Set([...dimensions, ...placed])].map((name) => ({
    value: name,
    label: showBidiControls(dimensionLabel(name)),
  }))
  return (
    <fieldset className={style.axis}>
      <legend>{label}</legend>
      <div className={style.fields}>
        {placed.map((dimension, index) => (
          <FormSelect
            // biome-ignore lint/suspicious/noArrayIndexKey: a field keeps the focus when its dimension changes
            key={index}
            name={axis}
            aria-label={`${label}, ${index + 1}`}
            className={style.field}
            value={dimension}
            options={[{ value: '', label: '– remove' }, ...named]}
          />
        ))}
        <FormSelect
          name={axis}
          aria-label={`Add to ${label.toLowerCase()}`}
          className={style.add}
          value=""
          options={[{ value: '', label: '+ add' }, ...named]}
        />
      </div>
    </fieldset>
  )
}
