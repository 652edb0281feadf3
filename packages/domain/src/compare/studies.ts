import type { DimensionName } from './dimension.ts'
import { offerCompilers } from './studies/compilers/compilers-offer.ts'
import { offerConfigs } from './studies/configs/configs-offer.ts'
import { offerHardware } from './studies/hardware-offer.ts'
import { offerEfficiency } from './studies/io-efficiency/efficiency-offer.ts'
import { offerIoEfficiency } from './studies/io-efficiency/io-efficiency-offer.ts'
import { offerQuality } from './studies/quality-of-service/quality-offer.ts'
import { offerScaleUps } from './studies/scale-up/scale-up-offer.ts'
import { offerSteps } from './studies/steps/steps-offer.ts'
import { offerSweeps } from './studies/sweep/sweep-offer.ts'
import { type Facts, type Observed, readObserved, type Study, study, type Varying } from './study.ts'

/** In display order. A study with its own page defines its offer in the file of its model. */
const OFFERS: readonly ((facts: Facts) => Study[])[] = [
  versionStudies,
  productStudy,
  offerSteps,
  offerConfigs,
  offerCompilers,
  offerHardware,
  offerScaleUps,
  offerSweeps,
  repeatStudy,
  offerEfficiency,
  offerQuality,
  offerIoEfficiency,
]

/**
 * The studies that the data allows: a study of versions needs two of them, one of repeats a second run. `observed` has
 * single dimensions only, so a study of one version uses the one with the most results; `varying` has details of
 * clients, compilers and parameters.
 */
export function offerStudies(observed: Observed, varying: readonly Varying[] = []): Study[] {
  const facts = readObserved(observed, varying)
  return OFFERS.flatMap((offer) => offer(facts))
}

/** Version columns with their compiler and config, if these vary. */
const versionColumns = (facts: Facts): DimensionName[] => ['version', ...facts.several(['compiler']), 'config']

function versionStudies(facts: Facts): Study[] {
  if (!facts.has('version', 2)) return []
  const all = facts.values('product')
  const several = new Set(facts.varying((dimension) => dimension === 'version').flatMap(({ among }) => among.product))
  const products = several.size === 0 ? all : all.filter((product) => several.has(product))
  return products.map((product) => {
    const only = all.length === 1
    return study(facts, {
      kind: 'versions',
      name: only ? 'versions' : `versions-of-${product}`,
      title: `${product} by version`,
      sentence: 'Every test in every version, divided by the oldest.',
      filters: only ? {} : { product: [product] },
      columns: versionColumns(facts),
    })
  })
}

function productStudy(facts: Facts): Study[] {
  if (!facts.has('product', 2)) return []
  return [
    study(facts, {
      kind: 'products',
      name: 'products',
      title: 'Products side by side',
      sentence: `Every test in ${facts.values('product').join(', ')}, divided by the first column.`,
      columns: ['product', ...versionColumns(facts)],
    }),
  ]
}

function repeatStudy(facts: Facts): Study[] {
  const [first] = facts.values('repeat')
  if (!facts.has('repeat', 2) || first === undefined) return []
  return [
    study(facts, {
      kind: 'repeats',
      name: 'repeats',
      title: 'Repeats',
      sentence: 'Repeats divided by the first repeat: a ratio other than 1.00 is noise.',
      columns: [...facts.several(['product']), ...versionColumns(facts), 'repeat'],
      base: { kind: 'values', values: { repeat: first } },
      repeats: 'each',
    }),
  ]
}
