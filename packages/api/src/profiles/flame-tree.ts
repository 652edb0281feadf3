import type { StoredProfile } from '@assay/db/types'
import { err, ok, type Result } from '@assay/domain/result'
import type { ProfileUnit } from '@assay/domain/run/cpu-profile/stack-profile'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { DrawnProfile } from './profile-task.ts'
import { readProfileFiles } from './read-profiles.ts'

export type { FlameNode, FunctionRow } from './profile-task.ts'

export type FlameTree = DrawnProfile & {
  profile: StoredProfile
  base: StoredProfile | null
  unit: ProfileUnit
}

/**
 * The tree of a profile for drawing, with shares of the base when there is one.
 *
 * Errors: `not-found` when a profile does not exist, or its file is missing; those of the worker pool.
 */
export async function flameTree(
  services: Services,
  access: ProjectAccess,
  { profileId, baseId, inverted }: { profileId: string; baseId: string | null; inverted: boolean },
): Promise<Result<FlameTree, AppError>> {
  const mine = await access.queries.profiles.find(profileId)
  if (mine === null) return err(notHere('profile'))
  const base = baseId === null ? null : await access.queries.profiles.find(baseId)
  if (baseId !== null && base === null) return err(notHere('profile to compare with'))
  const { files, isSmall } = await readProfileFiles(services, access, base === null ? [mine] : [mine, base])
  const [mineFile, baseFile = null] = files
  if (mineFile === undefined || files.length < (base === null ? 1 : 2)) return err(notHere('profile'))
  const options = { key: access.project.id, isSmall }
  const drawn = await services.workers.run('draw-profile', { mine: mineFile, base: baseFile, inverted }, options)
  if (!drawn.ok) return drawn
  if (drawn.value === null) return err(notHere('profile'))
  return ok({ ...drawn.value, profile: mine, base, unit: mine.unit })
}

const notHere = (what: string): AppError =>
  appError('not-found', `There is no such ${what} in this project, or its file cannot be read.`)
