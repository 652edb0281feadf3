import type { Parsed } from '../../parse/problem.ts'
import { ProfileTree, type StackProfile } from '../../run/cpu-profile/stack-profile.ts'
import { labelOf, type PlanNode, type QueryPlan } from '../../run/query-plans/query-plan.ts'
import { parsePlans } from './parse-plans.ts'

/** Plans as profiles, one for each statement: the own time of each node in µs below its parents, else its own cost. */
export function parsePlanProfiles(text: string, file: string): Parsed<StackProfile[]> {
  const { value, problems } = parsePlans(text, file)
  return { value: value?.map(planProfile) ?? null, problems }
}

const MAX_EVENT = 120

function planProfile({ statement, text, root }: QueryPlan): StackProfile {
  const tree = new ProfileTree()
  addNode(tree, root, [])
  const words = (text ?? '').replace(/\s+/g, ' ').trim()
  const event = `statement ${statement}${words === '' ? '' : `: ${words}`}`.slice(0, MAX_EVENT).trim()
  return { event, unit: 'events', root: tree.root() }
}

/** A node that took no measurable time weighs a thousandth of a microsecond, so that it is part of the tree. */
const MIN_WEIGHT = 0.001

function addNode(tree: ProfileTree, node: PlanNode, parents: readonly string[]): void {
  const path = [...parents, labelOf(node)]
  const weightOf = ({ ms, cost }: PlanNode) => (ms === null ? cost : ms * 1_000)
  const own = weightOf(node) - node.children.reduce((sum, child) => sum + weightOf(child), 0)
  tree.add(
    path.map((name) => ({ name, module: null })),
    Math.max(MIN_WEIGHT, own),
  )
  for (const child of node.children) addNode(tree, child, path)
}
