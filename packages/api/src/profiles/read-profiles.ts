import type { StoredProfile } from '@assay/db/types'
import {
  isSampled,
  type ProfileKind,
  type ProfileNode,
  type StackProfile,
} from '@assay/domain/run/cpu-profile/stack-profile'
import { mergeProfiles } from '@assay/domain/run/cpu-profile/transform-profile'
import type { ProjectAccess } from '../access/resolve-access.ts'
import type { Services } from '../services.ts'
import { profilesOf } from './profile-cache.ts'

/**
 * Preferred kind for a result with several profiles: whole stacks before flat lists, CPU time before waiting threads.
 */
const BEST_FIRST: readonly ProfileKind[] = ['perf-script', 'folded-stacks', 'flame-graph-svg', 'perf-report', 'pmp']

/** Events that measure CPU time, which are preferred among several. */
const CPU_EVENTS = /^(cycles|cpu-cycles|cpu-clock|task-clock)(:|$)/

/** Returns a stored profile as a tree; null when its file is missing or no longer parses. */
export async function readProfile(
  services: Services,
  { project }: ProjectAccess,
  stored: StoredProfile,
): Promise<StackProfile | null> {
  const profiles = await profilesOf({ projectId: project.id, ...stored }, async () => {
    const content = await services.attachments.get(project.id, stored.sha256)
    return content === null ? null : content.toString('utf8')
  })
  return profiles.find(({ event }) => event === stored.event) ?? null
}

/**
 * Returns one tree for each result: the sum of its profiles of the best kind and of one event. Results without a
 * readable profile are left out.
 */
export async function treesByResult(
  services: Services,
  access: ProjectAccess,
  stored: readonly StoredProfile[],
): Promise<Map<string, ProfileNode>> {
  const byResult = Map.groupBy(stored.filter(isSampled), ({ resultId }) => resultId)
  const trees = new Map<string, ProfileNode>()
  for (const [resultId, profiles] of byResult) {
    const roots: ProfileNode[] = []
    // Sequential, so that a page with many results does not hold all their files in memory.
    for (const profile of ofBestKind(profiles)) {
      const read = await readProfile(services, access, profile)
      if (read !== null) roots.push(read.root)
    }
    const [first, ...others] = roots
    if (first !== undefined) trees.set(resultId, others.length === 0 ? first : mergeProfiles(roots))
  }
  return trees
}

/** Selects profiles that can be added up: of one kind, one event and one unit. */
function ofBestKind(profiles: readonly StoredProfile[]): StoredProfile[] {
  const ranked = profiles.toSorted((a, b) => BEST_FIRST.indexOf(a.kind) - BEST_FIRST.indexOf(b.kind))
  const ofCpu = ranked.find(({ kind, event }) => kind === ranked[0]?.kind && CPU_EVENTS.test(event ?? ''))
  const best = ofCpu ?? ranked[0]
  return ranked.filter(({ kind, event, unit }) => kind === best?.kind && event === best.event && unit === best.unit)
}
