import type { GroupShares } from '@assay/domain/compare/studies/profiles/profiles-study'
import { compareProfiles, type ProfileChange } from '@assay/domain/run/cpu-profile/compare-profiles'
import { functionsOf } from '@assay/domain/run/cpu-profile/functions-of'
import { groupProfile } from '@assay/domain/run/cpu-profile/group-profile'
import type { GroupRule } from '@assay/domain/run/cpu-profile/group-rules'
import { countNodes, type ProfileKind, type ProfileNode } from '@assay/domain/run/cpu-profile/stack-profile'
import { invertProfile, mergeProfiles } from '@assay/domain/run/cpu-profile/transform-profile'
import { symbolWarning, unnamedPercent } from '@assay/domain/run/cpu-profile/unnamed-functions'
import { profilesOf } from './profile-cache.ts'

// Tasks that parse profiles, in a worker thread when the files are large. Each process and each thread caches its trees.

/** A profile in its raw file. */
export type ProfileFile = {
  projectId: string
  sha256: string
  kind: ProfileKind
  event: string | null
  functions: number
  /** Null when the tree is cached where the task runs. */
  content: Uint8Array | null
}

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

/** A drawn profile. */
export type DrawnProfile = {
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

/** Draws a profile, with shares of a base when there is one; null when a file no longer parses. */
export function drawProfile({
  mine: file,
  base: baseFile,
  inverted,
}: {
  mine: ProfileFile
  base: ProfileFile | null
  inverted: boolean
}): DrawnProfile | null {
  const mine = rootOf(file)
  const base = baseFile === null ? null : rootOf(baseFile)
  if (mine === null || (baseFile !== null && base === null)) return null
  const turned = (root: ProfileNode) => (inverted ? invertProfile(root) : root)
  const change = compareProfiles({ base: turned(base ?? mine), mine: turned(mine) })
  const root = asFlame(change, base !== null)
  return {
    total: mine.total,
    root,
    leftOut: Math.max(0, countNodes(turned(mine)) - countFlames(root)),
    functions: listFunctions(mine, base),
    symbolWarning: symbolWarning(unnamedPercent(mine), base === null ? null : unnamedPercent(base)),
  }
}

/** Percent of samples by group, over the sum of the profiles of one result; null when none of the files parses. */
export function groupFiles({
  files,
  rules,
}: {
  files: readonly ProfileFile[]
  rules: readonly GroupRule[]
}): GroupShares | null {
  const roots = files.flatMap((file) => rootOf(file) ?? [])
  const [first, ...others] = roots
  if (first === undefined) return null
  return groupProfile(others.length === 0 ? first : mergeProfiles(roots), rules).percents
}

function rootOf(file: ProfileFile): ProfileNode | null {
  const text = () => (file.content === null ? null : Buffer.from(file.content).toString('utf8'))
  return profilesOf(file, text).find(({ event }) => event === file.event)?.root ?? null
}

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
