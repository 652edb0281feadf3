import { ChannelOptions, NOTIFICATION_EVENTS } from '@assay/domain/notifications/channel-options'
import { Field, SelectField } from '../notes/write-form.tsx'
import { EVENT_LABELS } from './channel-labels.ts'
import style from './notifications.module.css'

const DIRECTION_LABELS = { '': 'regressions and improvements', worse: 'regressions', better: 'improvements' }

/** Form fields of the subscription of a channel. */
export function ChannelFields({ options }: { options: ChannelOptions }) {
  const { name, events, products, hardware, directions, least, quiet, weekly, timeZone } = options
  return (
    <>
      <Field label="Name" about="shown in lists">
        <input name="name" required maxLength={100} defaultValue={name} autoComplete="off" />
      </Field>
      <fieldset className={style.choices}>
        <legend>Notify when a finding is</legend>
        {NOTIFICATION_EVENTS.map((event) => (
          <label key={event}>
            <input type="checkbox" name="event" value={event} defaultChecked={events.includes(event)} />{' '}
            {EVENT_LABELS[event]}
          </label>
        ))}
      </fieldset>
      <Field label="Products" about="separated by commas; all when empty">
        <input name="products" defaultValue={products.join(', ')} autoComplete="off" />
      </Field>
      <Field label="Hardware" about="separated by commas; all when empty">
        <input name="hardware" defaultValue={hardware.join(', ')} autoComplete="off" />
      </Field>
      <SelectField
        label="Direction"
        name="direction"
        options={Object.entries(DIRECTION_LABELS)}
        value={directions[0] ?? ''}
      />
      <Field label="Size at least" about="percent change of the median">
        <input name="least" type="number" min={0} max={1000} step="any" defaultValue={Math.round(least * 1e4) / 100} />
      </Field>
      <Field label="Time zone" about="of the weekly digest, such as Europe/Berlin">
        <input name="timeZone" required maxLength={60} defaultValue={timeZone} autoComplete="off" />
      </Field>
      <fieldset className={style.choices}>
        <legend>Delivery</legend>
        <label>
          <input type="checkbox" name="quiet" defaultChecked={quiet} /> only after a second run confirms it
        </label>
        <label>
          <input type="checkbox" name="weekly" defaultChecked={weekly} /> weekly digest, on Monday at 8
        </label>
      </fieldset>
    </>
  )
}

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
