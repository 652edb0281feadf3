import { majorOf } from '../run/major-version.ts'

/** Two versions to compare, the older first. */
export type VersionPair = { from: string; to: string; kind: 'release' | 'drift' }

/** The unit of a scan: a pair of versions, or the commits of one version, which then is both `from` and `to`. */
export type ScanPair = Omit<VersionPair, 'kind'> & { kind: VersionPair['kind'] | 'commits' }

/**
 * Plans the pairs of versions that one machine ran with one workload: each version with the previous one and, for slow
 * drift that no single step shows, the newest of each major version with the first of that major version, with the
 * newest of the previous one, and with the oldest of all.
 *
 * @param versions oldest first, without duplicates.
 * @param product the product whose version scheme defines the major version.
 */
export function versionPairs(versions: readonly string[], product = ''): VersionPair[] {
  const pairs: VersionPair[] = []
  const add = (from: string | undefined, to: string | undefined, kind: VersionPair['kind']) => {
    if (from === undefined || to === undefined || from === to) return
    if (pairs.every((pair) => pair.from !== from || pair.to !== to)) pairs.push({ from, to, kind })
  }
  for (const [index, to] of versions.entries()) add(versions[index - 1], to, 'release')
  const majors = [...Map.groupBy(versions, (version) => majorOf(version, product)).values()]
  for (const [index, major] of majors.entries()) {
    add(major[0], major.at(-1), 'drift')
    add(majors[index - 1]?.at(-1), major.at(-1), 'drift')
    add(versions[0], major.at(-1), 'drift')
  }
  return pairs
}
