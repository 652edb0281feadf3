const AT = ' at '
/** Shown characters of a commit, long enough to be recognized as a commit. */
const SHOWN = 10
const AT_COMMIT = new RegExp(`^(.*)${AT}([0-9a-f]{4,${SHOWN}})$`, 's')

/** Formats "18.0-dev at 3f2a91c0de", a version as built at one of its commits. */
export const atCommit = (version: string, commit: string): string =>
  `${version}${AT}${commit.toLowerCase().slice(0, SHOWN)}`

/** The version and the two commits of a finding within a version; null for one between versions. */
export function commitRange({
  from,
  to,
}: {
  from: string
  to: string
}): { version: string; from: string; to: string } | null {
  const [, version, before] = AT_COMMIT.exec(from) ?? []
  const [, same, after] = AT_COMMIT.exec(to) ?? []
  if (version === undefined || before === undefined || after === undefined || same !== version) return null
  return { version, from: before, to: after }
}
