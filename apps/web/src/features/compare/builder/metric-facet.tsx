import { joinList } from '@assay/domain/compare/list-text'
import { PRIMARY_METRIC } from '@assay/domain/run/metric'
import style from '../../dimensions/facet.module.css'
import { facetState } from '../../dimensions/facet.tsx'
import { ListSearch } from '../../dimensions/list-search.tsx'

export type OfferedMetric = { name: string; unit: string; about: string }

const LIST_ID = 'metric-values'

/** The metrics that cells can hold; each ticked one makes a table. */
export function MetricFacet({ metrics, chosen }: { metrics: readonly OfferedMetric[]; chosen: readonly string[] }) {
  const primary = { name: PRIMARY_METRIC, unit: 'qps or ops/s', about: 'Each test’s own main metric' }
  const unknown = chosen.filter((name) => name !== PRIMARY_METRIC && !metrics.some((metric) => metric.name === name))
  const shown = [primary, ...metrics, ...unknown.map((name) => ({ name, unit: '', about: '' }))]
  return (
    <details className={style.facet}>
      <summary className={style.summary}>
        <span className={style.label}>Metrics</span>
        <span className={style.state}>
          {facetState(
            chosen,
            shown.map(({ name }) => name),
          )}
        </span>
      </summary>
      <fieldset className={style.body}>
        <legend className="visually-hidden">Metrics</legend>
        <ListSearch listId={LIST_ID} label="Search metrics" />
        <ul className={style.values} id={LIST_ID}>
          {shown.map(({ name, unit, about }) => (
            <li key={name}>
              <label className={style.value} title={about}>
                <input type="checkbox" name="metrics" value={joinList([name])} defaultChecked={chosen.includes(name)} />
                <span className={style.text}>{name}</span>
                <span className={style.count}>{unit}</span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
    </details>
  )
}
