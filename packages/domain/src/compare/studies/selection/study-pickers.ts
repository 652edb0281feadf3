import type { Comparison } from '../../comparison.ts'
import { dimensionOrder } from '../../dimension-order.ts'
import { namedBase } from '../../points-needed.ts'
import { splitList } from '../../render/list-text.ts'
import type { Study } from '../../study.ts'
import { PICKED, type Picked, type PickedValues, type StudyChoice, workloadValue } from './study-choice.ts'

/** A list above a study, from which one of its machines, products and so on is selected. */
export type StudyPicker = {
  name: Picked
  label: string
  /** The selected value; empty when the comparison has several or none. */
  value: string
  options: readonly { value: string; label: string; results: number }[]
}

const LABELS: Readonly<Record<Picked, string>> = {
  parameter: 'Parameter',
  product: 'Product',
  hardware: 'Machine',
  workload: 'Workload',
  version: 'Version',
  clients: 'Clients',
}

/**
 * The choice with the named values, largest first among several. Values are followed in the order of the pickers; one
 * that no remaining choice has is ignored, so that a product that never ran on the selected machine selects another one.
 */
export function findChoice(choices: readonly StudyChoice[], named: PickedValues): StudyChoice | null {
  const left = PICKED.reduce((remaining, name) => {
    const matching = remaining.filter(({ values }) => named[name] === undefined || values[name] === named[name])
    return matching.length === 0 ? remaining : matching
  }, choices)
  return left[0] ?? null
}

/** The values of a comparison that pickers select; those with several values or none are absent. */
export function pickedValues({ filters, base }: Comparison): PickedValues {
  const single = (name: 'product' | 'hardware' | 'benchmark' | 'workload' | 'version' | 'clients') => {
    const [only, ...others] = filters[name] ?? []
    return others.length === 0 ? only : undefined
  }
  const [benchmark, workload] = [single('benchmark'), single('workload')]
  const parameter = namedBase(base).find(({ dimension }) => dimension.startsWith('param:'))?.dimension
  const values = {
    parameter,
    product: single('product'),
    hardware: single('hardware'),
    workload: benchmark === undefined || workload === undefined ? undefined : workloadValue({ benchmark, workload }),
    version: single('version'),
    clients: single('clients'),
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

/**
 * The pickers of a study. The options of each are those that have results under the values before it, so that no
 * selection is empty.
 */
export function studyPickers(choices: readonly StudyChoice[], picked: PickedValues): StudyPicker[] {
  let left = choices
  return PICKED.flatMap((name): StudyPicker[] => {
    const counts = new Map<string, number>()
    for (const { values, results } of left) {
      const value = values[name]
      if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + results)
    }
    if (counts.size === 0) return []
    const value = picked[name]
    const matching = left.filter(({ values }) => values[name] === value)
    if (value !== undefined && matching.length > 0) left = matching
    return [
      {
        name,
        label: LABELS[name],
        value: value !== undefined && counts.has(value) ? value : '',
        options: optionsOf(name, counts),
      },
    ]
  })
}

function optionsOf(name: Picked, counts: ReadonlyMap<string, number>): StudyPicker['options'] {
  const benchmarks = new Set([...counts.keys()].map((value) => splitList(value)[0]))
  const labelOf = (value: string) => {
    if (name === 'parameter') return value.replace(/^param:/, '')
    if (name !== 'workload') return value
    const [benchmark = '', workload = ''] = splitList(value)
    return benchmarks.size > 1 ? `${benchmark}: ${workload}` : workload
  }
  const order = dimensionOrder(name === 'parameter' ? 'product' : name, [])
  const values = [...counts].sort(([a], [b]) => (name === 'version' ? order(b, a) : order(a, b)))
  return values.map(([value, results]) => ({ value, label: labelOf(value), results }))
}

/**
 * A study limited to the largest choice that its filters allow: one machine, one product, one workload. It is the study
 * itself when no choice is among its results.
 */
export function narrowStudy(study: Study, choices: readonly StudyChoice[]): Study {
  const { filters } = study.comparison
  const { parameter } = pickedValues(study.comparison)
  const [choice] = choices.filter(({ values, study: own }) => {
    const narrowed = own.comparison.filters
    const isAmong = (['product', 'hardware', 'benchmark', 'workload'] as const).every((name) =>
      (narrowed[name] ?? []).every((value) => filters[name]?.includes(value) ?? true),
    )
    return isAmong && values.parameter === (study.kind === 'sweep' ? parameter : undefined)
  })
  return choice === undefined
    ? study
    : { ...study, sentence: choice.study.sentence, comparison: choice.study.comparison }
}
