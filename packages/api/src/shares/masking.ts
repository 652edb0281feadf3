import type { Comparison } from '@assay/domain/compare/comparison'
import type { DimensionName } from '@assay/domain/compare/dimension'
import type { FrozenRun } from '@assay/domain/publish/report/frozen-figure'
import { masksFor, masksFound, numberedMasks, withOwnBenchmarks } from '@assay/domain/publish/share/mask'
import type { Mask } from '@assay/domain/publish/share/shared-content'
import { compareVersions } from '@assay/domain/run/compare-versions'
import { z } from 'zod'
import type { ProjectAccess } from '../access/resolve-access.ts'

/** Settings that hide names in a share. */
export const Masking = z.strictObject({
  masks: z
    .record(z.string(), z.string().trim().min(1).max(60))
    .nullable()
    .default(null)
    .describe(
      'replacement names by product; null hides nothing. A masked product without a replacement becomes `DBMS` and a letter',
    ),
  tell: z
    .array(z.string().max(200))
    .max(100)
    .default([])
    .describe('products that keep their names although others are masked'),
  maskVersions: z.boolean().default(true).describe('renames versions of masked products to `v1`, `v2`, in their order'),
  maskBuilds: z
    .boolean()
    .default(true)
    .describe('renames builds of masked products to `build 1`, `build 2`, and their flags to `flags 1`'),
  maskConfigs: z.boolean().default(true).describe('renames configs of masked products to `config 1`, `config 2`'),
  maskMachines: z.boolean().default(true).describe('renames machines to `machine 1`, `machine 2`'),
  maskWorkloads: z
    .boolean()
    .default(true)
    .describe('renames workloads, and with them their data sets, to `workload 1`, `workload 2`'),
})
export type Masking = z.infer<typeof Masking>

/** A product of shared content, with its maskable names. */
export type SharedProduct = { product: string; versions: string[]; builds: string[] }

const KINDS = {
  version: { dimension: 'version', setting: 'maskVersions' },
  build: { dimension: 'build', setting: 'maskBuilds' },
  flags: { dimension: 'flags', setting: 'maskBuilds' },
  config: { dimension: 'config', setting: 'maskConfigs' },
  machine: { dimension: 'hardware', setting: 'maskMachines' },
  workload: { dimension: 'workload', setting: 'maskWorkloads' },
} as const
type Kind = keyof typeof KINDS
const ALL_KINDS: readonly Kind[] = ['version', 'build', 'flags', 'config', 'machine', 'workload']
type MaskableDimension = 'product' | (typeof KINDS)[Kind]['dimension']

/** Names of the project. The name of a base that a filter leaves out is in no cell, and can still be read. */
export type KnownNames = Readonly<Record<MaskableDimension, readonly string[]>>

/** Content to share: figures of either format, and the comparison behind each. */
type ToShare = {
  figures: readonly { runs: readonly Pick<FrozenRun, MaskableDimension>[] }[]
  requests: readonly { comparison: Pick<Comparison, 'filters' | 'base'> }[]
}

/** Sorts names in an order that only the server knows: that of the alphabet would reveal which name is which. */
type ShuffleKey = (name: string) => string

const distinct = (names: readonly string[]) => [...new Set(names)].sort()
/** Names in the filters and the base of the comparisons, also those without a result. */
const namedBy = ({ requests }: Pick<ToShare, 'requests'>, dimension: MaskableDimension): string[] =>
  requests.flatMap(({ comparison: { filters, base } }) => [
    ...(filters[dimension] ?? []),
    ...(base.kind === 'values' ? [base.values[dimension] ?? []].flat() : []),
  ])

const plain = (name: string): Mask => ({ name, shown: '' })

/** Returns the products of the content, sorted by name. */
export function productsOf({ figures, requests }: ToShare, known: KnownNames): SharedProduct[] {
  const runs = figures.flatMap((figure) => figure.runs)
  const named = masksFound(figures, known.product.map(plain)).map(({ name }) => name)
  const all = [...runs.map(({ product }) => product), ...namedBy({ requests }, 'product'), ...named]
  return distinct(all).map((product) => {
    const own = runs.filter((run) => run.product === product)
    return {
      product,
      versions: distinct(own.map(({ version }) => version)),
      builds: distinct(own.map(({ build }) => build)),
    }
  })
}

/** Products whose names are hidden by the masks of a request. */
export const maskedProducts = (toShare: ToShare, { tell }: Masking, known: KnownNames): string[] =>
  productsOf(toShare, known)
    .map(({ product }) => product)
    .filter((product) => !tell.includes(product))

/** Replacements of names in figures, title and text. */
export function masksOf(
  toShare: ToShare & { title: string; text: string },
  masking: Masking,
  known: KnownNames,
  shuffleKey: ShuffleKey,
): Mask[] {
  if (masking.masks === null) return []
  const products = shuffled(maskedProducts(toShare, masking, known), shuffleKey)
  if (products.length === 0) return []
  const chosen = new Map(Object.entries(masking.masks))
  const kinds = ALL_KINDS.filter((kind) => masking[KINDS[kind].setting])
  return [
    ...withOwnBenchmarks(masksFor(products).map(({ name, shown }) => ({ name, shown: chosen.get(name) ?? shown }))),
    ...kinds.flatMap((kind) => numberedMasks(kind, namesToMask(kind, { toShare, products, known, shuffleKey }))),
  ]
}

/** Shorter names of configs and machines of other runs are common words. */
const MIN_KNOWN_NAME = 4

/**
 * Names of the masked products, and every other name of the project that occurs in the content and belongs to no
 * product that is shown. Versions follow each other within a product, and everything else is shuffled.
 */
function namesToMask(
  kind: Kind,
  input: { toShare: ToShare; products: readonly string[]; known: KnownNames; shuffleKey: ShuffleKey },
): string[] {
  const { toShare, products, known, shuffleKey } = input
  const { dimension } = KINDS[kind]
  const runs = toShare.figures.flatMap((figure) => figure.runs)
  const namesOf = (product: string) => runs.filter((run) => run.product === product).map((run) => run[dimension] ?? '')
  const shown = runs.filter(({ product }) => !products.includes(product))
  const free = new Set(shown.map((run) => run[dimension] ?? ''))
  const isShort = (name: string) => kind !== 'version' && kind !== 'build' && name.length < MIN_KNOWN_NAME
  const others = known[dimension].filter((name) => !free.has(name) && !isShort(name))
  const read = masksFound(toShare, numberedMasks(kind, others)).map(({ name }) => name)
  const rest = [...namedBy(toShare, dimension).filter((name) => !free.has(name)), ...read]
  if (kind !== 'version') return shuffled([...products.flatMap(namesOf), ...rest], shuffleKey)
  return [...products.map(namesOf), rest].flatMap((names) => names.toSorted(compareVersions))
}

const shuffled = (names: readonly string[], shuffleKey: ShuffleKey): string[] =>
  [...new Set(names)]
    .map((name) => ({ name, key: shuffleKey(name) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ name }) => name)

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

/** Names of products and of everything else that can be masked in the project. */
export async function knownNames({ queries }: Pick<ProjectAccess, 'queries'>): Promise<KnownNames> {
  const observed = await queries.dimensions.facets({ filters: {}, allSteps: true })
  const valuesOf = (dimension: DimensionName) =>
    observed.find(({ name }) => name === dimension)?.values.map(({ value }) => value) ?? []
  return {
    product: valuesOf('product'),
    version: valuesOf('version'),
    build: valuesOf('build'),
    flags: valuesOf('flags'),
    config: valuesOf('config'),
    hardware: valuesOf('hardware'),
    workload: valuesOf('workload'),
  }
}
