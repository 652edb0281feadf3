import { type Comparison, DEFAULT_BANDS } from '@assay/domain/compare/comparison'
import style from './option-fields.module.css'
import { FIELDS } from './read-builder-form.ts'

const REPEATS: readonly { value: Comparison['repeats']; label: string }[] = [
  { value: 'median', label: 'median' },
  { value: 'mean', label: 'mean' },
  { value: 'min', label: 'lowest' },
  { value: 'max', label: 'highest' },
  { value: 'each', label: 'each by itself' },
]

/** How values become cells: repeats, bands, arithmetic, and which steps are listed. */
export function OptionFields({ comparison }: { comparison: Comparison }) {
  const { bands, repeats, asPublished, allSteps } = comparison
  const limits = bands.kind === 'relative' ? bands : DEFAULT_BANDS
  return (
    <div className={style.options}>
      <label className={style.line}>
        <span>Repeats</span>
        <select name="repeats" defaultValue={repeats} data-value={repeats}>
          {REPEATS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label className={style.line}>
        <span>Bands</span>
        <select name={FIELDS.bands} defaultValue={bands.kind} data-value={bands.kind}>
          <option value="relative">of the ratio</option>
          <option value="quartile">quarters of a column’s range</option>
        </select>
      </label>
      {bands.kind === 'relative' && (
        <fieldset className={style.line}>
          <legend className="visually-hidden">Limits of the bands</legend>
          <span aria-hidden="true">Limits</span>
          <span className={style.limits}>
            <label>
              worse ≤{' '}
              <input
                type="number"
                name={FIELDS.worse}
                defaultValue={limits.worse}
                min="0"
                max="1"
                step="0.01"
                required
              />
            </label>
            <label>
              better ≥{' '}
              <input
                type="number"
                name={FIELDS.better}
                defaultValue={limits.better}
                min="1"
                max="100"
                step="0.01"
                required
              />
            </label>
          </span>
        </fieldset>
      )}
      <label className={style.tick}>
        <input type="checkbox" name="published" value="yes" defaultChecked={asPublished} />
        <span>
          As published
          <small>ratios of rounded values and the archive’s averages</small>
        </span>
      </label>
      <label className={style.tick}>
        <input type="checkbox" name="steps" value="all" defaultChecked={allSteps} />
        <span>
          All steps
          <small>warm-up and load steps too</small>
        </span>
      </label>
    </div>
  )
}
