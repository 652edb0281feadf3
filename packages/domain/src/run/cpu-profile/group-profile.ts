import { matchesName } from '../../match-name.ts'
import { type FunctionPattern, type GroupRule, OTHER_GROUP } from './group-rules.ts'
import type { Frame, ProfileNode } from './stack-profile.ts'

/** The share of each group in a profile. */
type ProfileGroups = {
  /** Percent of what is counted, by group in the order of the rules and `other` last; groups without any are 0. */
  percents: ReadonlyMap<string, number>
  /** Total weight without the groups that are left out. */
  counted: number
  leftOut: number
}

/**
 * The share of each group. A stack belongs to the first rule with a pattern that matches any of its functions, so the
 * order of the rules decides and every sample counts once. Empty when everything is left out.
 */
export function groupProfile(root: ProfileNode, rules: readonly GroupRule[]): ProfileGroups {
  const weights = new Map<number, number>()
  let other = 0
  const rankOf = rankFrames(rules)
  /** @param rank of the first rule that a caller fits. */
  const walk = (node: ProfileNode, rank: number) => {
    const ranks = rankOf(node)
    const here = Math.min(rank, ranks.anywhere)
    if (node.self > 0) {
      const own = Math.min(here, ranks.asLeaf)
      if (own === NO_RULE) other += node.self
      else weights.set(own, (weights.get(own) ?? 0) + node.self)
    }
    for (const child of node.children) walk(child, here)
  }
  // The root is not a function, so its own weight belongs to no group.
  other += root.self
  for (const child of root.children) walk(child, NO_RULE)

  const leftOut = rules.reduce((sum, { isLeftOut }, index) => sum + (isLeftOut ? (weights.get(index) ?? 0) : 0), 0)
  const counted = root.total - leftOut
  const percents = new Map<string, number>()
  if (counted > 0) {
    for (const [index, { name, isLeftOut }] of rules.entries()) {
      if (!isLeftOut) percents.set(name, (100 * (weights.get(index) ?? 0)) / counted)
    }
    percents.set(OTHER_GROUP, (100 * other) / counted)
  }
  return { percents, counted, leftOut }
}

const NO_RULE = Number.POSITIVE_INFINITY

/** The first rule that matches a function. Each name is matched once and cached. */
function rankFrames(rules: readonly GroupRule[]) {
  const known = new Map<string, { anywhere: number; asLeaf: number }>()
  return (frame: Frame) => {
    const key = `${frame.module ?? ''}\n${frame.name}`
    const found = known.get(key) ?? { anywhere: firstRule(rules, frame, false), asLeaf: firstRule(rules, frame, true) }
    known.set(key, found)
    return found
  }
}

function firstRule(rules: readonly GroupRule[], frame: Frame, leafOnly: boolean): number {
  const index = rules.findIndex(({ patterns }) =>
    patterns.some((pattern) => pattern.leafOnly === leafOnly && fitsFrame(pattern, frame)),
  )
  return index === -1 ? NO_RULE : index
}

const fitsFrame = ({ text }: FunctionPattern, { name, module }: Frame): boolean =>
  matchesName(name, text) || (module !== null && matchesName(module, text))
