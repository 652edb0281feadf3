import { compare } from '@assay/domain/compare/compare'
import { fromQuery } from '@assay/domain/compare/comparison-url'
import { chooseNoiseFloor } from '@assay/domain/compare/noise/choose-noise-floor'
import { neighborEstimates, neighborFloors } from '@assay/domain/compare/noise/neighbor-estimates'
import { noiseFloors } from '@assay/domain/compare/noise/noise-floor'
import type { PointSet } from '@assay/domain/compare/point'
import { repeatGroups } from '@assay/domain/compare/verdict/repeat-groups'
import { namedCounts } from '@assay/domain/compare/verdict/verdict-codes'
import { noiseOfEnvironment } from '@assay/testing/noise/noise-of-environment'
import { DEMO_SAVED_COMPARISONS } from '../../demo/demo-comparisons.ts'
import { everyDemoResult } from '../../demo/every-demo-result.ts'

/** The verdicts of one saved comparison of the demo: judged cells, and how many of them are inconclusive. */
export type UndecidedCells = { slug: string; judged: number; changed: number; undecided: number; unknown: number }

/** Counts inconclusive cells of every saved comparison of the demo, with all of its data loaded. */
export function undecidedCells(): UndecidedCells[] {
  const all = everyDemoResult()
  const set: PointSet = { ...all, floors: floorsOf(all) }
  return DEMO_SAVED_COMPARISONS.map(({ slug, query }) => {
    const counts = compare(set, fromQuery(query).comparison).verdicts
    const none = { worse: 0, better: 0, same: 0, cannotTell: 0, noiseUnknown: 0, falseExpected: 0 }
    const { regressions, improvements, inconclusive, judged, noiseUnknown } = namedCounts(counts ?? none)
    return { slug, judged, changed: regressions + improvements, undecided: inconclusive, unknown: noiseUnknown }
  })
}

/** Estimates noise as the product does: from repeats, and from the steps between the releases of each product. */
function floorsOf({ points, tests }: PointSet): NonNullable<PointSet['floors']> {
  const byProduct = [...Map.groupBy(points, ({ coordinates }) => coordinates.product ?? '')].map(([product, own]) => {
    const environments = Map.groupBy(own, ({ coordinates: { hardware, benchmark, workload } }) =>
      JSON.stringify([hardware, benchmark, workload]),
    )
    const noise = [...environments.values()].map((points) => noiseOfEnvironment(points, tests))
    return [product, neighborFloors(neighborEstimates(noise))] as const
  })
  const products = new Map(byProduct)
  const releases: ReturnType<typeof neighborFloors> = {
    at(noiseKey) {
      for (const floors of products.values()) {
        const found = floors.at(noiseKey)
        if (found !== null) return found
      }
      return null
    },
    nearest: (resultKey) => products.get(resultKey.product)?.nearest?.(resultKey) ?? null,
  }
  return chooseNoiseFloor(noiseFloors(repeatGroups(points, tests)), releases)
}
