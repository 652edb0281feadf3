import { showBidiControls } from '@assay/domain/json/readable-text'
import { buildLineOf } from '@assay/domain/run/build-label'
import type { ReadTrendMatrix } from '../../trpc/api-types.ts'
import { Facet } from '../dimensions/facet.tsx'
import { Choice, choiceLabel, RangeOfVersions } from './picker.tsx'
import style from './series.module.css'

/** Dimensions of which all values are shown until one is chosen. */
const OPEN: readonly string[] = ['workload', 'test', 'config', 'build']

type Props = { read: ReadTrendMatrix; chosenTests: readonly string[] }

/** Controls of a matrix of trends: product, machine, workload and test, and its range of versions. */
export function MatrixPicker({ read: { query, choices, matrix }, chosenTests }: Props) {
  return (
    <>
      {choices
        .filter(({ name, values }) => values.length > 1 && name !== 'benchmark')
        .map(({ name, values }) =>
          name === 'test' ? (
            <div key={name} className={style.tests}>
              <Facet dimension={{ name, values }} chosen={chosenTests} field={name} />
            </div>
          ) : (
            <Choice
              key={name}
              name={name}
              label={choiceLabel(name)}
              empty={OPEN.includes(name) ? 'all' : null}
              options={values.map(({ value, count }) => ({
                value,
                label: `${showBidiControls(value) || 'none'} (${count})`,
              }))}
              chosen={chosenOf(name, query.filters)}
            />
          ),
        )}
      <RangeOfVersions versions={matrix.versions} range={query} />
    </>
  )
}

/** The chosen value; null when several are shown. */
function chosenOf(name: string, filters: ReadTrendMatrix['query']['filters']): string | null {
  const values = Object.entries(filters).find(([one]) => one === name)?.[1] ?? []
  const [only] = values
  if (only === undefined || values.length > 1) return null
  return name === 'build' ? buildLineOf(only) : only
}
