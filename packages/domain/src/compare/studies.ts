import type { Comparison } from './comparison.ts'
import type { DimensionName } from './dimension.ts'
import { type ComparableVersions, largestEnvironment } from './pairs/comparable-versions.ts'
import { offerCompilers } from './studies/compilers/compilers-offer.ts'
import { offerConfigs } from './studies/configs/configs-offer.ts'
import { offerHardware } from './studies/hardware-offer.ts'
import { offerEfficiency } from './studies/io-efficiency/efficiency-offer.ts'
import { offerIoEfficiency } from './studies/io-efficiency/io-efficiency-offer.ts'
import { offerQuality } from './studies/quality-of-service/quality-offer.ts'
import { offerRepeats } from './studies/repeats-offer.ts'
import { offerScaleUps } from './studies/scale-up/scale-up-offer.ts'
import { offerSteps } from './studies/steps/steps-offer.ts'
import { offerSweeps } from './studies/sweep/sweep-offer.ts'
import { type Facts, type Observed, readObserved, type Study, study, type Varying } from './study.ts'

/** In display order. A study with its own page defines its offer in the file of its model. */
const OFFERS: readonly ((facts: Facts, comparable: readonly ComparableVersions[]) => Study[])[] = [
  versionStudies,
  productStudy,
  offerSteps,
  offerConfigs,
  offerCompilers,
  offerHardware,
  offerScaleUps,
  offerSweeps,
  offerRepeats,
  offerEfficiency,
  offerQuality,
  offerIoEfficiency,
]

/**
 * The studies that the data allows: a study of versions needs two of them, one of repeats a second run. `observed` has
 * single dimensions only, so a study of one version uses the one with the most results; `varying` has details of
 * clients, compilers and parameters, and `comparable` the environments, of which studies of versions and products show
 * one.
 */
export function offerStudies(
  observed: Observed,
  varying: readonly Varying[] = [],
  comparable: readonly ComparableVersions[] = [],
): Study[] {
  const facts = readObserved(observed, varying)
  return OFFERS.flatMap((offer) => offer(facts, comparable))
}

/** Version columns with their compiler and config, if these vary. */
const versionColumns = (facts: Facts): DimensionName[] => ['version', ...facts.several(['compiler']), 'config']

function versionStudies(facts: Facts, comparable: readonly ComparableVersions[]): Study[] {
  if (!facts.has('version', 2)) return []
  const all = facts.values('product')
  const several = new Set(facts.varying((dimension) => dimension === 'version').flatMap(({ among }) => among.product))
  const products = several.size === 0 ? all : all.filter((product) => several.has(product))
  return products.map((product) => {
    const only = all.length === 1
    const environment = environmentFilters(largestEnvironment(comparable, { product }))
    return study(facts, {
      kind: 'versions',
      name: only ? 'versions' : `versions-of-${product}`,
      title: `${product} by version`,
      sentence: `Every test in every version${placeOf(environment)}, divided by the oldest.`,
      filters: { ...(only ? {} : { product: [product] }), ...environment },
      columns: versionColumns(facts),
    })
  })
}

type Place = Pick<Comparison['filters'], 'hardware' | 'benchmark' | 'workload'>

/** Filters for one machine and workload, because a page that shows all of them has dozens of tables. */
const environmentFilters = (environment: Omit<ComparableVersions, 'versions' | 'product'> | null): Place =>
  environment === null
    ? {}
    : { hardware: [environment.hardware], benchmark: [environment.benchmark], workload: [environment.workload] }

const placeOf = ({ hardware, benchmark, workload }: Place): string =>
  hardware === undefined ? '' : ` on ${hardware} (${benchmark} ${workload})`

/** The products of the environment that most products share, most tests first among several; null if none is shared. */
function sharedEnvironment(comparable: readonly ComparableVersions[]): readonly ComparableVersions[] | null {
  const testsOf = (all: readonly ComparableVersions[]) =>
    all.flatMap(({ versions }) => versions).reduce((sum, { tests }) => sum + tests, 0)
  const shared = Map.groupBy(comparable, ({ hardware, benchmark, workload }) =>
    JSON.stringify([hardware, benchmark, workload]),
  )
  const [first] = [...shared.values()].toSorted((a, b) => b.length - a.length || testsOf(b) - testsOf(a))
  return first !== undefined && first.length > 1 ? first : null
}

function productStudy(facts: Facts, comparable: readonly ComparableVersions[]): Study[] {
  if (!facts.has('product', 2)) return []
  const shared = sharedEnvironment(comparable)
  const environment = environmentFilters(shared?.[0] ?? null)
  const products = shared?.map(({ product }) => product) ?? facts.values('product')
  return [
    study(facts, {
      kind: 'products',
      name: 'products',
      title: 'Products side by side',
      sentence: `Every test in ${products.join(', ')}${placeOf(environment)}, divided by the first column.`,
      filters: environment,
      columns: ['product', ...versionColumns(facts)],
    }),
  ]
}
