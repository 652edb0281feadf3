import { compareVersions } from '../../run/compare-versions.ts'
import { isRelease } from '../../run/is-release.ts'
import { majorOf } from '../../run/major-version.ts'

/** Bases that a version is compared with on its page. */
export const SINCE = ['previous', 'first', 'pinned'] as const
export type Since = (typeof SINCE)[number]

export type Bases = Partial<Record<Since, string>>

/**
 * The base versions of a version on a machine that ran them all: the previous release, the first release of its major
 * version if different, and the pinned version if it is older. Versions are ordered by number, because release dates
 * are not stored.
 *
 * @param versions of one machine, benchmark and workload.
 */
export function basesOf(
  versions: readonly string[],
  { product, version, pinned }: { product: string; version: string; pinned: string | null },
): Bases {
  const earlier = versions.filter((one) => compareVersions(one, version) < 0).sort(compareVersions)
  const releases = earlier.filter(isRelease)
  const previous = releases.at(-1) ?? earlier.at(-1)
  const first = releases.find((one) => majorOf(one, product) === majorOf(version, product))
  return {
    ...(previous === undefined ? {} : { previous }),
    ...(first === undefined || first === previous ? {} : { first }),
    ...(pinned === null || !earlier.includes(pinned) ? {} : { pinned }),
  }
}
