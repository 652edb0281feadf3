import { z } from 'zod'
import { refusal } from '../../parse/invariants/invariants.ts'
import { parseJsonReport } from '../../parse/json-report.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'
import { redact } from '../../parse/redact.ts'
import { nodesOf, type PlanNode, type QueryPlan } from '../../run/query-plans/query-plan.ts'
import { type ExplainDocument, explainDocuments } from './explain-documents.ts'

const figure = z.number().min(0)

type Node = z.infer<typeof NodeFields> & { Plans?: Node[] | undefined }
const NodeFields = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  'Join Type': z.string().optional(),
  Strategy: z.string().optional(),
  'Parallel Aware': z.boolean().optional(),
  'Total Cost': figure.optional(),
  'Startup Cost': figure.optional(),
  'Actual Startup Time': figure.optional(),
  'Actual Total Time': figure.optional(),
  'Actual Rows': figure.optional(),
  'Actual Loops': figure.optional(),
  'Workers Launched': figure.optional(),
})
const Node: z.ZodType<Node> = NodeFields.extend({ Plans: z.lazy(() => z.array(Node).max(1_000)).optional() })

const Plan = z.object({
  'Query Text': z.string().optional(),
  Plan: Node,
  'Planning Time': figure.optional(),
  'Execution Time': figure.optional(),
})
/** The server prints a list, and logs print the plan itself. */
const Plans = z.array(Plan).max(1_000)
const OnePlan = Plan.transform((plan) => [plan])
type Plan = z.infer<typeof Plan>

/** Maximum nodes of all plans in a file. */
const MAX_NODES = 5_000
const MAX_TEXT = 2_000

export const looksLikePlans = (text: string): boolean => /"Plan"\s*:\s*\{[\s+]*"Node Type"\s*:/.test(text)

/**
 * Parses the plans in the output of `explain (format json)`, with or without ANALYZE and BUFFERS. Refuses a file that is
 * cut or whose times contradict each other.
 */
export function parsePlans(text: string, file: string): Parsed<QueryPlan[]> {
  const { documents, cutAt } = explainDocuments(text)
  const problems: Problem[] = []
  if (cutAt !== null) problems.push(refusal(file, 'the plan that begins here has no end, so the file is cut', cutAt))
  const plans: QueryPlan[] = []
  for (const document of documents) {
    const isList = document.json.trimStart().startsWith('[')
    const read = parseJsonReport(document.json, file, isList ? Plans : OnePlan)
    if ('problems' in read) {
      problems.push(...read.problems.map((problem) => ({ ...problem, line: (problem.line ?? 1) + document.line - 1 })))
      continue
    }
    const { value, lineOf } = read.report
    for (const [index, plan] of value.entries()) {
      const wrong = whyContradictory(plan)
      const path = isList ? [index, 'Plan'] : ['Plan']
      if (wrong !== null) problems.push(refusal(file, wrong, lineOf(path) + document.line - 1))
      plans.push(queryPlan(plan, document, plans.length + 1))
    }
  }
  if (plans.length === 0 && problems.length === 0) problems.push({ file, message: 'holds no plan' })
  const nodes = plans.reduce((count, { root }) => count + nodesOf(root).length, 0)
  if (nodes > MAX_NODES) problems.push({ file, message: `has ${nodes} nodes of plans, more than ${MAX_NODES}` })
  return problems.length > 0 ? { value: null, problems } : { value: plans, problems }
}

function queryPlan(plan: Plan, { statement }: ExplainDocument, position: number): QueryPlan {
  const text = plan['Query Text'] ?? statement
  return {
    statement: position,
    text: text === null ? null : redact(text.trim()).slice(0, MAX_TEXT),
    root: planNode(plan.Plan),
    executionMs: plan['Execution Time'] ?? null,
  }
}

function planNode(node: Node): PlanNode {
  const { 'Join Type': join, Strategy: strategy } = node
  const [ms, loops] = [node['Actual Total Time'], node['Actual Loops'] ?? 1]
  return {
    type: `${node['Parallel Aware'] === true ? 'Parallel ' : ''}${node['Node Type']}`,
    relation: node['Relation Name'] ?? null,
    index: node['Index Name'] ?? null,
    variant:
      join !== undefined && join !== 'Inner' ? join : strategy !== undefined && strategy !== 'Plain' ? strategy : null,
    cost: node['Total Cost'] ?? 0,
    // The server prints the mean of all loops.
    ms: ms === undefined ? null : ms * loops,
    rows: node['Actual Rows'] ?? null,
    children: (node.Plans ?? []).map(planNode),
  }
}

/** Digits of the printed times, and of loops: 0.001 ms for each of them. */
const PRINTED_MS = 0.0015

/** The contradiction between the figures of a plan; null when there is none. */
function whyContradictory(plan: Plan): string | null {
  const execution = plan['Execution Time']
  const total = plan.Plan['Actual Total Time']
  if (execution !== undefined && total !== undefined && total > execution + PRINTED_MS)
    return `Actual Total Time ${total} is more than Execution Time ${execution}`
  return contradictionIn(plan.Plan)
}

function contradictionIn(node: Node): string | null {
  const { 'Node Type': type, 'Startup Cost': startCost, 'Total Cost': cost } = node
  const { 'Actual Startup Time': start, 'Actual Total Time': total } = node
  if (start !== undefined && total !== undefined && start > total)
    return `Actual Startup Time ${start} is more than Actual Total Time ${total} of ${type}`
  if (startCost !== undefined && cost !== undefined && startCost > cost)
    return `Startup Cost ${startCost} is more than Total Cost ${cost} of ${type}`
  for (const child of node.Plans ?? []) {
    const found = contradictionIn(child)
    if (found !== null) return found
  }
  return null
}
