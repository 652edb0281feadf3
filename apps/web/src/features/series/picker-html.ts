import { methodWord, RULE_METHODS } from '@assay/domain/findings/series/rule'
import { SERIES_ORDERS } from '@assay/domain/findings/series/series-query'
import { buildLineOf } from '@assay/domain/run/build-label'
import { PRIMARY_METRIC } from '@assay/domain/run/metric'
import type { ReadSeries } from '../../trpc/answers.ts'
import { type Html, html } from '../../ui/html.ts'
import { listedXValues } from './listed-x-values.ts'

type Option = { value: string; label: string }

/** Controls of a series: a filter for each dimension, metric, order, colours, rule and range. */
export function pickerHtml({ query, choices, metrics, places, lines }: ReadSeries): Html {
  const { listed, step } = listedXValues({ places, lines })
  const some = step === 1 ? '' : ` (every ${step}th and changes)`
  const chosen = choices.filter(({ values }) => values.length > 1)
  const named = (values: readonly string[]): Option[] => values.map((value) => ({ value, label: value }))
  return html`
    ${chosen.map(({ name, values }) =>
      select({
        name,
        label: name.replace(/^param:/, ''),
        empty: name === query.colour || name.startsWith('param:') ? 'all' : null,
        options: values.map(({ value, count }) => ({ value, label: `${value === '' ? 'none' : value} (${count})` })),
        chosen: name === query.colour ? null : chosenOf(name, query.filters[name]?.[0]),
      }),
    )}
    ${select({
      name: 'metrics',
      label: 'Metric',
      empty: null,
      options: [{ value: PRIMARY_METRIC, label: "the test's own" }, ...named(metrics.map(({ name }) => name))],
      chosen: query.metric,
    })}
    ${select({ name: 'order', label: 'Over', empty: null, options: ORDERS, chosen: query.order })}
    ${select({
      name: 'colour',
      label: 'Colors',
      empty: 'one series',
      options: chosen.map(({ name }) => ({ value: name, label: name.replace(/^param:/, '') })),
      chosen: query.colour,
    })}
    ${select({
      name: 'rule',
      label: 'Rule',
      empty: "the project's rules",
      options: RULE_METHODS.map((method) => ({ value: method, label: methodWord(method) })),
      chosen: query.method,
    })}
    ${select({ name: 'from', label: `From${some}`, empty: 'the first', options: named(listed), chosen: query.from })}
    ${select({ name: 'to', label: `To${some}`, empty: 'the last', options: named(listed), chosen: query.to })}
    <noscript><button type="submit">Show</button></noscript>`
}

/** Builds are selected by the name that all builds of a series have in common. */
const chosenOf = (name: string, value: string | undefined): string | null =>
  value === undefined ? null : name === 'build' ? buildLineOf(value) : value

const ORDERS: Option[] = SERIES_ORDERS.map((order) => ({
  value: order,
  label: order === 'time' ? 'time' : `${order}s`,
}))

type Select = { name: string; label: string; empty: string | null; options: readonly Option[]; chosen: string | null }

function select({ name, label, empty, options, chosen }: Select): Html {
  const isListed = chosen === null || options.some(({ value }) => value === chosen)
  return html`
    <label>${label}<select name="${name}">
      ${empty !== null && html`<option value="">${empty}</option>`}
      ${!isListed && html`<option value="${chosen}" selected>${chosen}</option>`}
      ${options.map(
        ({ value, label: text }) =>
          html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
      )}
    </select></label>`
}
