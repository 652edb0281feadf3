import type { StoredProfile } from '@assay/db/types'
import { err, ok, type Result } from '@assay/domain/result'
import { compareProfiles, type ProfileChange } from '@assay/domain/run/cpu-profile/compare-profiles'
import { functionsOf } from '@assay/domain/run/cpu-profile/functions-of'
import { countNodes, type ProfileNode, type ProfileUnit } from '@assay/domain/run/cpu-profile/stack-profile'
import { invertProfile } from '@assay/domain/run/cpu-profile/transform-profile'
import { symbolWarning, unnamedPercent } from '@assay/domain/run/cpu-profile/unnamed-functions'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import type { Services } from '../services.ts'
import { readProfile } from './read-profiles.ts'

/** A function of a flame graph: its share of the profile and, with a base, its share there, in percent. */
export type FlameNode = {
  name: string
  module: string | null
  percent: number
  /** Absent without a base. */
  before?: number
  children: FlameNode[]
}

/** A function over all stacks: percent of all samples in itself, and including its callees. */
export type FunctionRow = {
  name: string
  module: string | null
  self: number
  total: number
  selfBefore?: number
  totalBefore?: number
}

export type FlameTree = {
  profile: StoredProfile
  base: StoredProfile | null
  unit: ProfileUnit
  total: number
  root: FlameNode
  /** Number of functions that are too small to draw; their samples count for their caller. */
  leftOut: number
  /** The heaviest functions, or with a base those that changed most. */
  functions: FunctionRow[]
  /** The warning about functions without a name; null when symbols were there. */
  symbolWarning: string | null
}

/** Minimum share and maximum number of functions, because a screen cannot show smaller or more frames. */
const MIN_FRAME_PERCENT = 0.05
const MAX_LISTED_FUNCTIONS = 100

/**
 * The tree of a profile for drawing, with shares of the base when there is one.
 *
 * Errors: `not-found` when a profile does not exist, or its file is missing.
 */
export async function flameTree(
  services: Services,
  access: ProjectAccess,
  { profileId, baseId, inverted }: { profileId: string; baseId: string | null; inverted: boolean },
): Promise<Result<FlameTree, AppError>> {
  const mine = await open(services, access, profileId)
  if (mine === null) return err(notHere('profile'))
  const base = baseId === null ? null : await open(services, access, baseId)
  if (baseId !== null && base === null) return err(notHere('profile to compare with'))
  const turned = (root: ProfileNode) => (inverted ? invertProfile(root) : root)
  const change = compareProfiles({ base: turned((base ?? mine).root), mine: turned(mine.root) })
  const root = asFlame(change, base !== null)
  return ok({
    profile: mine.stored,
    base: base?.stored ?? null,
    unit: mine.stored.unit,
    total: mine.root.total,
    root,
    leftOut: Math.max(0, countNodes(turned(mine.root)) - countFlames(root)),
    functions: listFunctions(mine.root, base?.root ?? null),
    symbolWarning: symbolWarning(unnamedPercent(mine.root), base === null ? null : unnamedPercent(base.root)),
  })
}

async function open(services: Services, access: ProjectAccess, id: string) {
  const stored = await access.queries.profiles.find(id)
  const read = stored === null ? null : await readProfile(services, access, stored)
  return stored === null || read === null ? null : { stored, root: read.root }
}

const notHere = (what: string): AppError =>
  appError('not-found', `There is no such ${what} in this project, or its file cannot be read.`)

/** A function that exists only in the base has no width, so it is in the list of functions and not in the drawing. */
function asFlame({ name, module, after, before, children }: ProfileChange, isCompared: boolean): FlameNode {
  return {
    name,
    module,
    percent: after,
    ...(isCompared ? { before } : {}),
    children: children.filter((child) => child.after >= MIN_FRAME_PERCENT).map((child) => asFlame(child, isCompared)),
  }
}

const countFlames = ({ children }: FlameNode): number =>
  children.reduce((sum, child) => sum + 1 + countFlames(child), 0)

function listFunctions(mine: ProfileNode, base: ProfileNode | null): FunctionRow[] {
  const percent = (root: ProfileNode) => (weight: number) => (root.total > 0 ? (100 * weight) / root.total : 0)
  const share = percent(mine)
  const rows = functionsOf(mine).map(({ name, module, self, total }): FunctionRow => {
    return { name, module, self: share(self), total: share(total) }
  })
  if (base === null) return rows.slice(0, MAX_LISTED_FUNCTIONS)
  const shareBefore = percent(base)
  const byName = new Map(rows.map((row) => [row.name, { ...row, selfBefore: 0, totalBefore: 0 }]))
  for (const { name, module, self, total } of functionsOf(base)) {
    const row = byName.get(name) ?? { name, module, self: 0, total: 0, selfBefore: 0, totalBefore: 0 }
    byName.set(name, { ...row, selfBefore: shareBefore(self), totalBefore: shareBefore(total) })
  }
  return [...byName.values()]
    .sort((a, b) => Math.abs(b.self - b.selfBefore) - Math.abs(a.self - a.selfBefore) || b.self - a.self)
    .slice(0, MAX_LISTED_FUNCTIONS)
}
