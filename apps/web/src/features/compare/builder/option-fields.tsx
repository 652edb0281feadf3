import type { Bands, Comparison } from '@assay/domain/compare/comparison'
import { FormSelect } from '../../../ui/form-select.tsx'
import { Checkbox, Input } from '../../../ui/input.tsx'
import { FIELDS } from './builder-fields.ts'
import style from './option-fields.module.css'

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

/** The options for computing cells: repeats, bands, arithmetic, and which steps are listed. */
export function OptionFields({ comparison }: { comparison: Comparison }) {
  const { bands, repeats, verdicts, asPublished, allSteps, countBadged } = comparison
  return (
    <div className={style.options}>
      <label className={style.line}>
        <span>Repeats</span>
        <FormSelect name="repeats" value={repeats} options={REPEATS} />
      </label>
      <label className={style.line}>
        <span>Bands</span>
        <FormSelect name={FIELDS.bands} value={bands.kind} options={BANDS} />
      </label>
      {bands.kind === 'relative' && <Limits {...bands} />}
      <label className={style.line}>
        <span>Verdicts</span>
        <FormSelect name="verdicts" value={verdicts} options={VERDICTS} />
      </label>
      <Tick name="published" value="yes" isOn={asPublished} label="As published">
        ratios of rounded values and the archive’s averages
      </Tick>
      <Tick name="steps" value="all" isOn={allSteps} label="All steps">
        warm-up and load steps too
      </Tick>
      <Tick name="badged" value="in" isOn={countBadged} label="Include flagged results">
        not steady, too short, errors ignored and others
      </Tick>
    </div>
  )
}

type TickProps = { name: string; value: string; isOn: boolean; label: string; children: string }

const Tick = ({ name, value, isOn, label, children }: TickProps) => (
  <label className={style.tick}>
    <Checkbox name={name} value={value} defaultChecked={isOn} />
    <span>
      {label}
      <small>{children}</small>
    </span>
  </label>
)

function Limits({ worse, better }: Extract<Bands, { kind: 'relative' }>) {
  return (
    <fieldset className={style.line}>
      <legend className="visually-hidden">Limits of the bands</legend>
      <span aria-hidden="true">Limits</span>
      <span className={style.limits}>
        <label>
          worse ≤ <Input type="number" name={FIELDS.worse} defaultValue={worse} min="0" max="1" step="0.01" required />
        </label>
        <label>
          better ≥{' '}
          <Input type="number" name={FIELDS.better} defaultValue={better} min="1" max="100" step="0.01" required />
        </label>
      </span>
    </fieldset>
  )
}
