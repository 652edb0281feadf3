/** Two versions that are compared with each other, the older first. */
export type VersionPair = { from: string; to: string; kind: 'release' | 'drift' }

/**
 * The pairs that tell what releases changed, of versions that one machine ran with one workload: each with the one before
 * it; and for slow drift, which no single step shows, the newest of each major version with the first of that major and
 * with the newest of the major before, and the newest of all with the oldest.
 *
 * @param versions oldest first, each once.
 */
export function versionPairs(versions: readonly string[]): VersionPair[] {
  const pairs: VersionPair[] = []
  const add = (from: string | undefined, to: string | undefined, kind: VersionPair['kind']) => {
    if (from === undefined || to === undefined || from === to) return
    if (pairs.every((pair) => pair.from !== from || pair.to !== to)) pairs.push({ from, to, kind })
  }
  for (const [place, to] of versions.entries()) add(versions[place - 1], to, 'release')
  const majors = [...Map.groupBy(versions, majorOf).values()]
  for (const [place, major] of majors.entries()) {
    add(major[0], major.at(-1), 'drift')
    add(majors[place - 1]?.at(-1), major.at(-1), 'drift')
  }
  add(versions[0], versions.at(-1), 'drift')
  return pairs
}

/** `17` of 17.6 and 18 of 18beta1, but `8.0` of 8.0.44 and 5.7 of 5.7.44: below 10 two numbers make a major version. */
export function majorOf(version: string): string {
  const [, first = version, second] = /^(\d+)(?:\.(\d+))?/.exec(version) ?? []
  return Number(first) >= 10 || second === undefined ? first : `${first}.${second}`
}
