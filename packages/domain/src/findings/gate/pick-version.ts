import { byName } from '../../compare/dimension-order.ts'
import { listNames } from '../../compare/render/list-names.ts'
import { err, ok, type Result } from '../../result.ts'
import { compareVersions, isSameOrLater } from '../../run/compare-versions.ts'

export type NamedVersion = { product: string; version: string }

/** Maximum versions that are listed when none matches. */
const MAX_LISTED_VERSIONS = 8

/**
 * The versions that a text such as `17.6` or `Postgres 17.6` can mean: the exact name, else another spelling of the
 * same release (18 for 18.0) and every release that begins with it (17 for 17.5 and 17.6).
 */
export function versionsMeant(known: readonly NamedVersion[], text: string): NamedVersion[] {
  const { fitting, wanted } = withoutProduct(known, text)
  const exact = fitting.filter(({ version }) => version.toLowerCase() === wanted)
  if (exact.length > 0 || !/^v?\d/.test(wanted)) return exact
  return fitting.filter(({ version }) => isSameRelease(version, wanted) || beginsWith(version.toLowerCase(), wanted))
}

/** The text after the name of a product, with the versions of that product; all of both if it names no product. */
function withoutProduct(
  known: readonly NamedVersion[],
  text: string,
): { fitting: readonly NamedVersion[]; wanted: string } {
  const wanted = text.trim().toLowerCase()
  const named = known.filter(({ product }) => wanted.startsWith(`${product.toLowerCase()} `))
  const longest = Math.max(0, ...named.map(({ product }) => product.length))
  if (longest === 0) return { fitting: known, wanted }
  return { fitting: named.filter(({ product }) => product.length === longest), wanted: wanted.slice(longest).trim() }
}

const isSameRelease = (a: string, b: string): boolean => isSameOrLater(a, b) && isSameOrLater(b, a)

/** 17 is a prefix of 17.6 and 17beta1, but not of 176. */
const beginsWith = (version: string, start: string): boolean =>
  version.startsWith(start) && !/^\d/.test(version.slice(start.length))

/** The version that a text means, or an error that lists the candidates. */
export function pickVersion(known: readonly NamedVersion[], text: string): Result<NamedVersion, string> {
  const meant = versionsMeant(known, text)
  const [only, ...others] = meant
  if (only !== undefined && others.length === 0) return ok(only)
  const names = (versions: readonly NamedVersion[]) =>
    listNames(versions.map(({ product, version }) => `${product} ${version}`))
  if (only !== undefined) {
    const how = new Set(meant.map(({ product }) => product)).size > 1 ? ' Name the product.' : ''
    return err(`${JSON.stringify(text)} can be ${names(meant)}.${how}`)
  }
  if (known.length === 0) return err(`There is no version ${JSON.stringify(text)}: nothing fits the filters.`)
  const { fitting, wanted } = withoutProduct(known, text)
  const newest = fitting
    .toSorted((a, b) => closeness(b, wanted) - closeness(a, wanted) || byName(a.product, b.product) || newerFirst(a, b))
    .slice(0, MAX_LISTED_VERSIONS)
  return err(
    `There is no version ${JSON.stringify(text)}. There are ${names(newest)}${fitting.length > newest.length ? ' and others' : ''}.`,
  )
}

const newerFirst = (a: NamedVersion, b: NamedVersion): number => compareVersions(b.version, a.version)

/** Length of the common prefix of two names. */
function closeness({ version }: NamedVersion, text: string): number {
  let same = 0
  while (same < text.length && version[same] === text[same]) same += 1
  return same
}
