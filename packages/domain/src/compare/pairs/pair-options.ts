import { compareVersions } from '../../run/compare-versions.ts'
import { writtenOut } from '../../search/search-entry.ts'
import type { ComparableVersions, PairRequest } from './comparable-versions.ts'

/** Versions of a product to choose from, in the form that every page of a project carries: names once, environments by index. */
export type PairOptions = {
  product: string
  /** Newest first. */
  versions: readonly string[]
  /** The environment with most tests is the first; `has` are indexes of versions. */
  environments: readonly PairEnvironment[]
}
export type PairEnvironment = { hardware: string; benchmark: string; workload: string; has: readonly number[] }

/** The choices of a project: products with at least two versions in one environment. */
export function pairOptions(all: readonly ComparableVersions[]): PairOptions[] {
  return [...Map.groupBy(all, ({ product }) => product)].flatMap(([product, own]) => {
    const environments = own
      .filter((environment) => environment.versions.length > 1)
      .toSorted((a, b) => sizeOf(b) - sizeOf(a))
    if (environments.length === 0) return []
    const names = new Set(environments.flatMap(({ versions }) => versions.map(({ version }) => version)))
    const versions = [...names].sort(compareVersions).reverse()
    const indexes = new Map(versions.map((version, index) => [version, index]))
    return [
      {
        product,
        versions,
        environments: environments.map(({ hardware, benchmark, workload, versions: measured }) => ({
          hardware,
          benchmark,
          workload,
          has: measured.flatMap(({ version }) => indexes.get(version) ?? []),
        })),
      },
    ]
  })
}

const sizeOf = ({ versions }: ComparableVersions) => versions.reduce((sum, { tests }) => sum + tests, 0)

/** Versions that ran in an environment of `version`, newest first. */
export function counterparts({ versions, environments }: PairOptions, version: string): string[] {
  const own = versions.indexOf(version)
  const shared = new Set(environments.flatMap(({ has }) => (has.includes(own) ? has : [])))
  return versions.filter((_, index) => index !== own && shared.has(index))
}

/** Environments where both versions ran. */
export function commonEnvironments(
  { versions, environments }: PairOptions,
  from: string,
  to: string,
): PairEnvironment[] {
  const [a, b] = [versions.indexOf(from), versions.indexOf(to)]
  return environments.filter(({ has }) => has.includes(a) && has.includes(b))
}

/** The product, version and environment of a page, as far as its address names them. */
export type PageSubject = { product: string; version?: string | undefined } & Partial<
  Record<'hardware' | 'benchmark' | 'workload', string | undefined>
>

/**
 * The newest pair of the subject of a page where most was measured: a version with the one before it, or else the two
 * newest versions. Null where nothing on the page can be compared.
 */
export function newestPair(options: readonly PairOptions[], subject: PageSubject): PairRequest | null {
  const { product, version } = subject
  const own = options.find((one) => one.product === product)
  if (own === undefined) return null
  const wanted = version === undefined ? undefined : own.versions.indexOf(version)
  for (const { has, ...environment } of own.environments) {
    const differs = (['hardware', 'benchmark', 'workload'] as const).some(
      (name) => subject[name] !== undefined && subject[name] !== environment[name],
    )
    const newestFirst = has.toSorted((a, b) => a - b)
    const at = wanted === undefined ? 0 : newestFirst.indexOf(wanted)
    const to = own.versions[newestFirst[at] ?? -1]
    const from = own.versions[newestFirst[at + 1] ?? -1]
    if (!differs && to !== undefined && from !== undefined) return { product, from, to, ...environment }
  }
  return null
}

/** Maximum pairs of versions that a search text offers. */
const MAX_FOUND = 5

/**
 * The pairs that a search text names, such as `18.0 vs 17.6 dell32` or `pg 17.6 18.0`: with `vs` the second version is
 * the baseline, otherwise the first. A version may be a prefix, `10.6` or `18`. No pair when the text does not name two
 * versions of one product.
 */
export function findPairs(options: readonly PairOptions[], text: string): PairRequest[] {
  const isVersus = /\s(vs\.?|versus|against)\s/i.test(text)
  const words = writtenOut(text)
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '' && !FILLERS.has(word))
  const found = options.flatMap((own) => pairsIn(own, words))
  return found.slice(0, MAX_FOUND).map(({ first, second, ...pair }) => ({
    ...pair,
    ...(isVersus ? { from: second, to: first } : { from: first, to: second }),
  }))
}

const FILLERS = new Set(['compare', 'vs', 'vs.', 'versus', 'against', 'with', 'and', 'to', 'on'])

type Named = { product: string; hardware?: string; first: string; second: string }

function pairsIn(own: PairOptions, words: readonly string[]): Named[] {
  const versions: string[] = []
  const rest: string[] = []
  for (const word of words) {
    const version = versionNamed(own, word)
    if (version === null) rest.push(word)
    else versions.push(version)
  }
  const [first, second, ...more] = versions
  if (first === undefined || second === undefined || more.length > 0 || first === second) return []
  const hasAll = (names: readonly string[]) =>
    rest.every((word) => names.some((name) => name.toLowerCase().includes(word)))
  const machines = [...new Set(commonEnvironments(own, first, second).map(({ hardware }) => hardware))]
  return machines
    .filter((hardware) => hasAll([own.product, hardware]))
    .map((hardware) => ({ product: own.product, hardware, first, second }))
}

/** The version of that name, or the newest release of that prefix: `18` is 18.2. */
function versionNamed({ versions }: PairOptions, word: string): string | null {
  if (!/^v?\d/.test(word)) return null
  const name = word.replace(/^v/, '')
  const exact = versions.find((version) => version.toLowerCase() === name)
  return exact ?? versions.find((version) => version.toLowerCase().startsWith(`${name}.`)) ?? null
}
