import type { DimensionName } from '@assay/domain/compare/dimension'
import { methodWord, RULE_METHODS } from '@assay/domain/findings/series/rule'
import { SERIES_ORDERS } from '@assay/domain/findings/series/series-query'
import { showBidiControls } from '@assay/domain/json/readable-text'
import { buildLineOf } from '@assay/domain/run/build-label'
import { PRIMARY_METRIC } from '@assay/domain/run/metric'
import type { ReadSeries } from '../../trpc/api-types.ts'
import { Button } from '../../ui/button.tsx'
import { FormSelect, type SelectOption } from '../../ui/form-select.tsx'
import { dimensionLabel } from '../dimensions/dimension-label.ts'
import { listedXValues } from './listed-x-values.ts'

/** Controls of a series: a filter for each dimension, metric, order, colors, rule and range. */
export function Picker({ series: { query, choices, metrics, places, lines } }: { series: ReadSeries }) {
  const { listed, step } = listedXValues({ places, lines })
  const chosen = choices.filter(({ values }) => values.length > 1)
  return (
    <>
      {chosen.map(({ name, values }) => (
        <Choice
          key={name}
          name={name}
          label={choiceLabel(name)}
          empty={name === query.color || name === 'test' || name.startsWith('param:') ? 'all' : null}
          options={values.map(({ value, count }) => ({ value, label: `${value === '' ? 'none' : value} (${count})` }))}
          chosen={name === query.color ? null : chosenOf(name, query.filters[name]?.[0])}
        />
      ))}
      <Choice
        name="metrics"
        label="Metric"
        options={[{ value: PRIMARY_METRIC, label: "the test's own" }, ...named(metrics.map(({ name }) => name))]}
        chosen={query.metric}
      />
      <Choice name="order" label="Over" options={ORDERS} chosen={query.order} />
      <Choice
        name="colour"
        label="Colors"
        empty="one series"
        options={chosen.map(({ name }) => ({ value: name, label: choiceLabel(name) }))}
        chosen={query.color}
      />
      <Choice
        name="rule"
        label="Rule"
        empty="the project's rules"
        options={RULE_METHODS.map((method) => ({ value: method, label: methodWord(method) }))}
        chosen={query.method}
      />
      <RangeOfVersions versions={listed} range={query} note={step === 1 ? '' : ` (1 of ${step}, and changes)`} />
    </>
  )
}

type Range = { versions: readonly string[]; range: { from: string | null; to: string | null }; note?: string }

/** The first and the last version of a form of trends, and its button for browsers without scripts. */
export function RangeOfVersions({ versions, range: { from, to }, note = '' }: Range) {
  return (
    <>
      <Choice name="from" label={`From${note}`} empty="the first" options={named(versions)} chosen={from} />
      <Choice name="to" label={`To${note}`} empty="the last" options={named(versions)} chosen={to} />
      <noscript>
        <Button variant="plain" type="submit">
          Show
        </Button>
      </noscript>
    </>
  )
}

const named = (values: readonly string[]): SelectOption[] => values.map((value) => ({ value, label: value }))

/** Builds are selected by the name that all builds of a series have in common. */
const chosenOf = (name: string, value: string | undefined): string | null =>
  value === undefined ? null : name === 'build' ? buildLineOf(value) : value

/** The label of a dimension; machines are what people call the dimension `hardware`. */
export const choiceLabel = (name: DimensionName): string => (name === 'hardware' ? 'Machine' : dimensionLabel(name))

const ORDERS: SelectOption[] = SERIES_ORDERS.map((order) => ({
  value: order,
  label: order === 'time' ? 'time' : `${order}s`,
}))

type Props = {
  name: string
  label: string
  /** Label of no choice; null when there must be one. */
  empty?: string | null
  options: readonly SelectOption[]
  chosen: string | null
}

/** One dimension or option of a form of trends. */
export function Choice({ name, label, empty = null, options, chosen }: Props) {
  const isListed = chosen === null || options.some(({ value }) => value === chosen)
  const shown = [
    ...(empty === null ? [] : [{ value: '', label: empty }]),
    ...(isListed ? [] : [{ value: chosen, label: chosen }]),
    ...options,
  ]
  return (
    <label>
      {showBidiControls(label)}
      <FormSelect
        name={name}
        value={chosen ?? (empty === null ? (options[0]?.value ?? '') : '')}
        options={shown.map((option) => ({ ...option, label: showBidiControls(option.label) }))}
      />
    </label>
  )
}
