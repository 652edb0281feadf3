import { nodesOf, type PlanLine, type PlanNode, planLines, type QueryPlan } from './query-plan.ts'

/** A line that both plans have, or that only one of them has, with its time in each. */
export type PlanDiffLine = Omit<PlanLine, 'ms'> & {
  side: 'both' | 'base' | 'own'
  baseMs: number | null
  ownMs: number | null
}

/** The plans of one statement in two runs. */
export type PlanChange = {
  statement: number
  text: string | null
  /** `Plan of statement 3 changed from index-only scan to bitmap scan on accounts.`; null for an equal plan. */
  sentence: string | null
  baseMs: number | null
  ownMs: number | null
  lines: readonly PlanDiffLine[]
}

/**
 * Compares the plans of two runs: statements meet by their text, else by their position. Plans are equal when their
 * nodes are, whatever their costs, rows and times.
 */
export function comparePlans({ base, own }: { base: readonly QueryPlan[]; own: readonly QueryPlan[] }): PlanChange[] {
  const byText = new Map(base.flatMap((plan) => (plan.text === null ? [] : [[normalText(plan.text), plan] as const])))
  const byPosition = new Map(base.map((plan) => [plan.statement, plan]))
  return own.flatMap((plan): PlanChange[] => {
    const before = plan.text === null ? byPosition.get(plan.statement) : byText.get(normalText(plan.text))
    if (before === undefined || (plan.text === null) !== (before.text === null)) return []
    const lines = diffLines(planLines(before.root), planLines(plan.root))
    const isEqual = lines.every(({ side }) => side === 'both')
    const { statement, text } = plan
    return [
      {
        statement,
        text,
        sentence: isEqual ? null : `Plan of statement ${statement} changed ${changeWords(before.root, plan.root)}.`,
        baseMs: before.executionMs ?? before.root.ms,
        ownMs: plan.executionMs ?? plan.root.ms,
        lines,
      },
    ]
  })
}

/** A statement without its literals, so that `aid = 7` and `aid = $1` are one statement. */
const normalText = (text: string): string =>
  text
    .replace(/'(?:[^']|'')*'|\$\d+|\b\d+(?:\.\d+)?\b/g, '?')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/;$/, '')
    .toLowerCase()

const SCAN_WORDS: Readonly<Record<string, string>> = {
  'Seq Scan': 'sequential scan',
  'Index Only Scan': 'index-only scan',
  'Bitmap Heap Scan': 'bitmap scan',
}

const words = (type: string): string => {
  const plain = type.replace(/^Parallel /, '')
  return `${plain === type ? '' : 'parallel '}${SCAN_WORDS[plain] ?? plain.toLowerCase()}`
}

/** The change in words: the scans of a table first, then joins, then the other nodes. */
function changeWords(base: PlanNode, own: PlanNode): string {
  return (
    scanChange(base, own) ?? kindChange(base, own, isJoin) ?? kindChange(base, own, () => true) ?? 'its order of steps'
  )
}

const isJoin = ({ type }: PlanNode): boolean => /Join$|^Nested Loop$/.test(type)

function scanChange(base: PlanNode, own: PlanNode): string | null {
  const scans = (root: PlanNode) => nodesOf(root).filter(({ relation }) => relation !== null)
  for (const relation of new Set(scans(own).map((scan) => scan.relation))) {
    const [before, after] = [base, own].map((root) => scans(root).filter((scan) => scan.relation === relation))
    const [from, to] = [before?.[0], after?.[0]]
    if (from === undefined || to === undefined || before?.length !== after?.length) continue
    if (from.type !== to.type) return `from ${words(from.type)} to ${words(to.type)} on ${relation}`
    if (indexOf(from) !== indexOf(to))
      return `from index ${indexOf(from) ?? 'none'} to ${indexOf(to) ?? 'none'} in the ${words(to.type)} on ${relation}`
  }
  return null
}

/** The index of a scan; that of a bitmap scan is in its children. */
const indexOf = (node: PlanNode): string | null =>
  node.index ?? nodesOf(node).find(({ index }) => index !== null)?.index ?? null

function kindChange(base: PlanNode, own: PlanNode, isCounted: (node: PlanNode) => boolean): string | null {
  const kinds = (root: PlanNode) =>
    nodesOf(root)
      .filter(isCounted)
      .map(({ type, variant }) => `${words(type)}${variant === null ? '' : ` (${variant.toLowerCase()})`}`)
  const [before, after] = [kinds(base), kinds(own)]
  const gone = without(before, after)
  const added = without(after, before)
  if (gone.length > 0 && added.length > 0) return `from ${list(gone)} to ${list(added)}`
  if (added.length > 0) return `and has ${list(added)}`
  return gone.length > 0 ? `and has no ${list(gone)}` : null
}

/** The first list without one entry for each entry of the second. */
function without(all: readonly string[], removed: readonly string[]): string[] {
  const left = [...removed]
  return all.filter((one) => {
    const at = left.indexOf(one)
    if (at !== -1) left.splice(at, 1)
    return at === -1
  })
}

/** Maximum kinds of nodes in a sentence. */
const MAX_NAMED = 3

const list = (names: readonly string[]): string => [...new Set(names)].slice(0, MAX_NAMED).join(' and ')

/** Two lists of lines as one: the longest common subsequence is of both. */
function diffLines(base: readonly PlanLine[], own: readonly PlanLine[]): PlanDiffLine[] {
  const lengths = commonLengths(base, own)
  const lines: PlanDiffLine[] = []
  let [i, j] = [0, 0]
  while (i < base.length || j < own.length) {
    const [before, after] = [base[i], own[j]]
    if (before !== undefined && after !== undefined && isSame(before, after)) {
      lines.push({ depth: after.depth, label: after.label, side: 'both', baseMs: before.ms, ownMs: after.ms })
      i++
      j++
    } else if (
      before !== undefined &&
      (after === undefined || lengthAt(lengths, i + 1, j) >= lengthAt(lengths, i, j + 1))
    ) {
      lines.push({ depth: before.depth, label: before.label, side: 'base', baseMs: before.ms, ownMs: null })
      i++
    } else if (after !== undefined) {
      lines.push({ depth: after.depth, label: after.label, side: 'own', baseMs: null, ownMs: after.ms })
      j++
    }
  }
  return lines
}

const isSame = (a: PlanLine, b: PlanLine): boolean => a.depth === b.depth && a.label === b.label
const lengthAt = (lengths: readonly (readonly number[])[], i: number, j: number): number => lengths[i]?.[j] ?? 0

/** Lengths of the longest common subsequences of the ends of both lists. */
function commonLengths(base: readonly PlanLine[], own: readonly PlanLine[]): number[][] {
  const lengths: number[][] = Array.from({ length: base.length + 1 }, () => [])
  for (let i = base.length - 1; i >= 0; i--) {
    const row = lengths[i] ?? []
    for (let j = own.length - 1; j >= 0; j--) {
      const [before, after] = [base[i], own[j]]
      const isCommon = before !== undefined && after !== undefined && isSame(before, after)
      row[j] = isCommon
        ? 1 + lengthAt(lengths, i + 1, j + 1)
        : Math.max(lengthAt(lengths, i + 1, j), lengthAt(lengths, i, j + 1))
    }
  }
  return lengths
}
