import { parseProfiles } from '@assay/domain/companion-files/profiles/profile-formats'
import type { ProfileKind, StackProfile } from '@assay/domain/run/cpu-profile/stack-profile'

/** Maximum functions of all cached trees, which take a few hundred MB. */
const MAX_CACHED_FUNCTIONS = 500_000

type CachedProfiles = { profiles: readonly StackProfile[]; functions: number }

const cache = new Map<string, CachedProfiles>()
let functions = 0

type CacheKey = { projectId: string; sha256: string; kind: ProfileKind }

const keyOf = ({ projectId, sha256, kind }: CacheKey) => `${projectId} ${sha256} ${kind}`

/** True when `profilesOf` would not read the file. */
export const isCached = (file: CacheKey): boolean => cache.has(keyOf(file))

/**
 * The profiles in a file, parsed once and cached by content hash; the oldest are evicted. Content never changes under
 * its hash, so no entry becomes stale.
 */
export function profilesOf(file: CacheKey & { functions: number }, read: () => string | null): readonly StackProfile[] {
  const key = keyOf(file)
  const found = cache.get(key)
  if (found !== undefined) {
    cache.delete(key)
    cache.set(key, found)
    return found.profiles
  }
  const text = read()
  if (text === null) return []
  const profiles = parseProfiles(file.kind, text, file.sha256).value ?? []
  keep(key, { profiles, functions: file.functions })
  return profiles
}

function keep(key: string, entry: CachedProfiles): void {
  if (cache.has(key)) return
  cache.set(key, entry)
  functions += entry.functions
  for (const [oldest, { functions: freed }] of cache) {
    if (functions <= MAX_CACHED_FUNCTIONS) return
    cache.delete(oldest)
    functions -= freed
  }
}
