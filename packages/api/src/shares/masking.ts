import type { Comparison } from '@assay/domain/compare/comparison'
import type { DimensionName } from '@assay/domain/compare/dimension'
import type { FrozenRun } from '@assay/domain/publish/report/frozen-figure'
import { buildMasks, masksFor, masksFound, versionMasks } from '@assay/domain/publish/share/mask'
import type { Mask } from '@assay/domain/publish/share/shared-content'
import { z } from 'zod'
import type { ProjectAccess } from '../access/resolve-access.ts'

/** Settings that hide names in a share. */
export const Masking = z.strictObject({
  /**
   * Replacement names by product; null hides nothing. A masked product without a replacement becomes `DBMS` and a
   * letter.
   */
  masks: z.record(z.string(), z.string().trim().min(1).max(60)).nullable().default(null),
  /** Products that keep their names although others are masked. */
  tell: z.array(z.string().max(200)).max(100).default([]),
  /** Renames versions of masked products to `v1`, `v2`, in their order. */
  maskVersions: z.boolean().default(false),
  /** Renames builds of masked products to `build 1`, `build 2`. */
  maskBuilds: z.boolean().default(false),
})
export type Masking = z.infer<typeof Masking>

/** A product of shared content, with its maskable names. */
export type SharedProduct = { product: string; versions: string[]; builds: string[] }

/** Names of the project. The name of a base that a filter leaves out is in no cell, and can still be read. */
export type KnownNames = { products: readonly string[]; versions: readonly string[]; builds: readonly string[] }

/** Content to share: figures of either format, and the comparison behind each. */
type ToShare = {
  figures: readonly { runs: readonly Pick<FrozenRun, 'product' | 'version' | 'build'>[] }[]
  asked: readonly { comparison: Pick<Comparison, 'filters' | 'base'> }[]
}

const distinct = (names: readonly string[]) => [...new Set(names)].sort()
/** Names in the filters and the base of the comparisons, also those without a result. */
const namedBy = ({ asked }: Pick<ToShare, 'asked'>, dimension: 'product' | 'version' | 'build'): string[] =>
  asked.flatMap(({ comparison: { filters, base } }) => [
    ...(filters[dimension] ?? []),
    ...(base.kind === 'values' ? [base.values[dimension] ?? []].flat() : []),
  ])

const plain = (name: string): Mask => ({ name, shown: '' })

/** Returns the products sorted by name, which is the order in which they get their letters. */
export function productsOf({ figures, asked }: ToShare, known: KnownNames): SharedProduct[] {
  const runs = figures.flatMap((figure) => figure.runs)
  const named = masksFound(figures, known.products.map(plain)).map(({ name }) => name)
  const all = [...runs.map(({ product }) => product), ...namedBy({ asked }, 'product'), ...named]
  return distinct(all).map((product) => {
    const own = runs.filter((run) => run.product === product)
    return {
      product,
      versions: distinct(own.map(({ version }) => version)),
      builds: distinct(own.map(({ build }) => build)),
    }
  })
}

const DIMENSION_OF = { versions: 'version', builds: 'build' } as const

/** Replacements of names in figures, title and text. */
export function masksOf(
  toShare: ToShare & { title: string; text: string },
  { masks, tell, maskVersions, maskBuilds }: Masking,
  known: KnownNames,
): Mask[] {
  if (masks === null) return []
  const all = productsOf(toShare, known)
  const masked = all.filter(({ product }) => !tell.includes(product))
  const told = all.filter(({ product }) => tell.includes(product))
  const chosen = new Map(Object.entries(masks))
  /**
   * Names of the masked products, and every other name of the project that occurs in the content and belongs to no
   * product that is shown.
   */
  const namesOf = (kind: 'versions' | 'builds', maskAll: (names: readonly string[]) => Mask[]) => {
    const free = new Set(told.flatMap((one) => one[kind]))
    const others = maskAll(known[kind].filter((name) => !free.has(name)))
    const read = masksFound(toShare, others).map(({ name }) => name)
    const asked = namedBy(toShare, DIMENSION_OF[kind]).filter((name) => !free.has(name))
    return maskAll([...masked.flatMap((one) => one[kind]), ...asked, ...read])
  }
  if (masked.length === 0) return []
  return [
    ...masksFor(masked.map(({ product }) => product)).map(({ name, shown }) => ({
      name,
      shown: chosen.get(name) ?? shown,
    })),
    ...(maskVersions ? namesOf('versions', versionMasks) : []),
    ...(maskBuilds ? namesOf('builds', buildMasks) : []),
  ]
}

/**
 * Returns the reason why masking would leave names readable: nothing to mask, or a mask for a product that is not
 * shared. Null when every mask has a product.
 */
export function maskProblem(toShare: ToShare, { masks, tell }: Masking, known: KnownNames): string | null {
  if (masks === null) return null
  const products = productsOf(toShare, known).map(({ product }) => product)
  if (products.length === 0)
    return 'Names should be masked, but the content names no product. Send "masks": null, or share content with results. Nothing was shared.'
  const unknown = [...Object.keys(masks), ...tell].filter((name) => !products.includes(name))
  if (unknown.length === 0) return null
  return `masks or tell names ${unknown.join(', ')}, which is not among the shared products: ${products.join(', ')}. Nothing was shared.`
}

/** Names of products, versions and builds in the project. */
export async function knownNames({ queries }: Pick<ProjectAccess, 'queries'>): Promise<KnownNames> {
  const observed = await queries.dimensions.facets({ filters: {}, allSteps: true })
  const valuesOf = (dimension: DimensionName) =>
    observed.find(({ name }) => name === dimension)?.values.map(({ value }) => value) ?? []
  return { products: valuesOf('product'), versions: valuesOf('version'), builds: valuesOf('build') }
}
