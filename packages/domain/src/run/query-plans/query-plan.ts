/** One node of the plan of a statement. Times are of all its loops, children included. */
export type PlanNode = {
  /** `Index Only Scan`, `Hash Join`, as the server names it, with `Parallel` where it is. */
  type: string
  relation: string | null
  index: string | null
  /** Type of a join, strategy of an aggregate; null for the plain one. */
  variant: string | null
  cost: number
  /** Milliseconds; null for a plan that was not executed. */
  ms: number | null
  rows: number | null
  children: readonly PlanNode[]
}

/** The plan of one statement. */
export type QueryPlan = {
  /** Position of the statement in its file, from 1. */
  statement: number
  /** Text of the statement; null where the file does not have it. */
  text: string | null
  root: PlanNode
  executionMs: number | null
}

/** `Index Only Scan using pk on accounts`: the node without its figures and aliases. */
export function labelOf({ type, relation, index, variant }: PlanNode): string {
  const using = index === null ? '' : ` using ${index}`
  const on = relation === null ? '' : ` on ${relation}`
  return `${type}${variant === null ? '' : ` (${variant})`}${using}${on}`
}

/** A line of a plan as a person reads it. */
export type PlanLine = { depth: number; label: string; ms: number | null }

/** The nodes of a plan, parents before their children. Equal labels at equal depths are an equal plan. */
export function planLines(node: PlanNode, depth = 0): PlanLine[] {
  return [
    { depth, label: labelOf(node), ms: node.ms },
    ...node.children.flatMap((child) => planLines(child, depth + 1)),
  ]
}

export const nodesOf = (node: PlanNode): PlanNode[] => [node, ...node.children.flatMap(nodesOf)]
