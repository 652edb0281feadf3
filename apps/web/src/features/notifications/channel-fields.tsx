import { ChannelOptions, NOTIFICATION_EVENTS } from '@assay/domain/notifications/channel-options'
import { Field, SelectField } from '../../ui/field.tsx'
import { Checkbox, Input } from '../../ui/input.tsx'
import { NameCombobox } from '../suggest/name-combobox.tsx'
import { EVENT_LABELS } from './channel-labels.ts'
import style from './notifications.module.css'

const DIRECTION_LABELS = { '': 'regressions and improvements', worse: 'regressions', better: 'improvements' }

type Props = {
  /** The project whose names are suggested; null while a person has not chosen it. */
  project: string | null
  options: ChannelOptions
}

/** Form fields of the subscription of a channel. */
export function ChannelFields({ project, options }: Props) {
  const { name, events, products, hardware, directions, least, quiet, weekly, timeZone } = options
  return (
    <>
      <Field label="Name" help="shown in lists">
        <Input name="name" required maxLength={100} defaultValue={name} autoComplete="off" />
      </Field>
      <fieldset className={style.choices}>
        <legend>Notify when a finding is</legend>
        {NOTIFICATION_EVENTS.map((event) => (
          <label key={event}>
            <Checkbox name="event" value={event} defaultChecked={events.includes(event)} /> {EVENT_LABELS[event]}
          </label>
        ))}
      </fieldset>
      <Field label="Products" help="separated by commas; all when empty">
        <NamesField project={project} kind="product" name="products" value={products.join(', ')} />
      </Field>
      <Field label="Hardware" help="separated by commas; all when empty">
        <NamesField project={project} kind="hardware" name="hardware" value={hardware.join(', ')} />
      </Field>
      <SelectField
        label="Direction"
        name="direction"
        options={Object.entries(DIRECTION_LABELS)}
        value={directions[0] ?? ''}
      />
      <Field label="Minimum change of the median (%)">
        <Input name="least" type="number" min={0} max={1000} step="any" defaultValue={Math.round(least * 1e4) / 100} />
      </Field>
      <Field label="Time zone" help="of the weekly digest, such as Europe/Berlin">
        <Input name="timeZone" required maxLength={60} defaultValue={timeZone} autoComplete="off" />
      </Field>
      <fieldset className={style.choices}>
        <legend>Delivery</legend>
        <label>
          <Checkbox name="quiet" defaultChecked={quiet} /> only after a second run confirms it
        </label>
        <label>
          <Checkbox name="weekly" defaultChecked={weekly} /> weekly digest, Mondays at 08:00
        </label>
      </fieldset>
    </>
  )
}

type NamesProps = { project: string | null; kind: 'product' | 'hardware'; name: string; value: string }

const NamesField = ({ project, kind, name, value }: NamesProps) =>
  project === null ? (
    <Input name={name} defaultValue={value} autoComplete="off" />
  ) : (
    <NameCombobox project={project} kind={kind} name={name} isList value={value} />
  )

/** Parses the subscription fields of a channel. @throws ZodError for an unknown time zone */
export function readOptions(fields: FormData): ChannelOptions {
  const text = (name: string) => String(fields.get(name) ?? '').trim()
  const names = (name: string) =>
    text(name)
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '')
  const direction = text('direction')
  return ChannelOptions.parse({
    name: text('name'),
    events: fields.getAll('event'),
    products: names('products'),
    hardware: names('hardware'),
    directions: direction === '' ? [] : [direction],
    least: Number(text('least')) / 100,
    quiet: fields.has('quiet'),
    weekly: fields.has('weekly'),
    timeZone: text('timeZone'),
  })
}
