import { AS_PUBLISHED_PREFIX } from '../../../run/metric.ts'
import type { Comparison } from '../../comparison.ts'
import type { Facts, Study, StudyKind } from '../../study.ts'
import { type PickedValues, type StudyChoice, workloadValue } from './study-choice.ts'
import { factsOf, isAnyVaried, type StudyEnvironment } from './study-environment.ts'

export type Offer = (facts: Facts) => Study[]

/** Published averages are stored under their own names, and count as the metric. */
export const hasMetric =
  (isWanted: (name: string) => boolean) =>
  ({ metrics }: StudyEnvironment): boolean =>
    metrics.some((name) =>
      isWanted(name.startsWith(AS_PUBLISHED_PREFIX) ? name.slice(AS_PUBLISHED_PREFIX.length) : name),
    )

/** The studies of one environment. */
export function choicesIn(own: StudyEnvironment, offer: Offer): StudyChoice[] {
  const { product, hardware, benchmark, workload, results } = own
  const pinned = { product: [product], hardware: [hardware], benchmark: [benchmark], workload: [workload] }
  return offer(factsOf([own])).flatMap((study) =>
    perClients(own, {
      values: { ...parameterOf(study), product, hardware, workload: workloadValue(own) },
      results,
      study: { ...study, comparison: pin(study.comparison, pinned, own) },
    }),
  )
}

/** Studies of versions, which have results wherever two versions ran. */
const OVER_VERSIONS: readonly StudyKind[] = ['steps', 'efficiency']

/** A choice for each number of clients, most first, where tests ran with several and a study does not compare them. */
function perClients(own: StudyEnvironment, choice: StudyChoice): StudyChoice[] {
  const { comparison } = choice.study
  const { comparedClients: clients } = own
  const isCompared = OVER_VERSIONS.includes(choice.study.kind) && isAnyVaried(own, ['clients'])
  if (!isCompared || clients.length === 0 || !comparison.tables.includes('clients')) return [choice]
  return clients.toReversed().map((count) => ({
    values: { ...choice.values, clients: count },
    results: Math.round(choice.results / clients.length),
    study: {
      ...choice.study,
      comparison: {
        ...comparison,
        filters: { ...comparison.filters, clients: [count] },
        tables: comparison.tables.filter((dimension) => dimension !== 'clients'),
      },
    },
  }))
}

/** The parameter of a sweep, whose studies differ in it. */
function parameterOf({ kind, comparison: { base } }: Study): PickedValues {
  const [name] = kind === 'sweep' && base.kind === 'values' ? Object.keys(base.values) : []
  return name === undefined ? {} : { parameter: name }
}

/** Filters a comparison, and takes the dimensions that then have one value off its axes. */
function pin(comparison: Comparison, pinned: Comparison['filters'], own: StudyEnvironment): Comparison {
  const isSingle = (dimension: string) =>
    dimension === 'product' || ((dimension === 'config' || dimension === 'clients') && !isAnyVaried(own, [dimension]))
  const axis = (dimensions: Comparison['rows']) => {
    const left = dimensions.filter((dimension) => !isSingle(dimension))
    return left.length === 0 ? dimensions : left
  }
  const apart = comparison.tables.filter(
    (dimension) =>
      !['hardware', 'benchmark', 'workload'].includes(dimension) && !(dimension === 'clients' && isSingle(dimension)),
  )
  return {
    ...comparison,
    filters: { ...comparison.filters, ...pinned },
    rows: axis(comparison.rows),
    columns: axis(comparison.columns),
    tables: apart,
  }
}

/** A choice for each version that was measured with several numbers of clients, newest first. */
export function perVersion(choice: StudyChoice, environments: readonly StudyEnvironment[]): StudyChoice[] {
  const { product, hardware, workload } = choice.values
  const own = environments.find(
    (one) => one.product === product && one.hardware === hardware && workloadValue(one) === workload,
  )
  const versions = own?.varying.find(({ dimension }) => dimension === 'clients')?.among.version ?? []
  return versions.toReversed().map((version) => ({
    ...choice,
    values: { ...choice.values, version },
    results: Math.round(choice.results / versions.length),
    study: {
      ...choice.study,
      comparison: { ...choice.study.comparison, filters: { ...choice.study.comparison.filters, version: [version] } },
    },
  }))
}
