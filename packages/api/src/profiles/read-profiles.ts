import type { StoredProfile } from '@assay/db/types'
import { isSampled, type ProfileKind } from '@assay/domain/run/cpu-profile/stack-profile'
import type { ProjectAccess } from '../access/resolve-access.ts'
import type { Services } from '../services.ts'
import { isCached } from './profile-cache.ts'
import type { ProfileFile } from './profile-task.ts'

/**
 * Preferred kind for a result with several profiles: whole stacks before flat lists, CPU time before waiting threads.
 */
const BEST_FIRST: readonly ProfileKind[] = ['perf-script', 'folded-stacks', 'flame-graph-svg', 'perf-report', 'pmp']

/** Events that measure CPU time, which are preferred among several. */
const CPU_EVENTS = /^(cycles|cpu-cycles|cpu-clock|task-clock)(:|$)/

/** Size of files up to which they are parsed on the event loop. */
const MAX_SMALL_BYTES = 256 * 1024

/** The files of stored profiles, and whether parsing them takes less time than sending them to a thread. */
export type ProfileFiles = { files: ProfileFile[]; isSmall: boolean }

/**
 * Reads the files of stored profiles; those whose trees are cached here are read only when the others are large, because a
 * thread has a cache of its own. Missing files are left out.
 */
export async function readProfileFiles(
  services: Pick<Services, 'attachments'>,
  access: Pick<ProjectAccess, 'project'>,
  stored: readonly StoredProfile[],
): Promise<ProfileFiles> {
  const read = async (all: boolean) => {
    const files = await Promise.all(stored.map((profile) => readProfileFile(services, access, profile, all)))
    return files.flatMap((file) => file ?? [])
  }
  const files = await read(false)
  // A tree can leave the cache while other files are read.
  const isSmall = bytesOf(files) <= MAX_SMALL_BYTES && files.every((file) => file.content !== null || isCached(file))
  if (isSmall || files.every(({ content }) => content !== null)) return { files, isSmall }
  return { files: await read(true), isSmall: false }
}

async function readProfileFile(
  { attachments }: Pick<Services, 'attachments'>,
  { project }: Pick<ProjectAccess, 'project'>,
  { sha256, kind, event, functions }: StoredProfile,
  all: boolean,
): Promise<ProfileFile | null> {
  const file = { projectId: project.id, sha256, kind, event, functions, content: null }
  if (!all && isCached(file)) return file
  const content = await attachments.get(project.id, sha256)
  return content === null ? null : { ...file, content }
}

const bytesOf = (files: readonly ProfileFile[]) => files.reduce((sum, { content }) => sum + (content?.length ?? 0), 0)

/** Selects profiles of one result that can be added up: of the best kind, one event and one unit. */
export function ofBestKind(all: readonly StoredProfile[]): StoredProfile[] {
  const profiles = all.filter(isSampled)
  const ranked = profiles.toSorted((a, b) => BEST_FIRST.indexOf(a.kind) - BEST_FIRST.indexOf(b.kind))
  const ofCpu = ranked.find(({ kind, event }) => kind === ranked[0]?.kind && CPU_EVENTS.test(event ?? ''))
  const best = ofCpu ?? ranked[0]
  return ranked.filter(({ kind, event, unit }) => kind === best?.kind && event === best.event && unit === best.unit)
}
