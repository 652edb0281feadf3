import { canonicalJson } from '../../json/canonical-json.ts'
import { leafSha256, type SealedLeaf, treeRoot } from './hash-tree.ts'
import { currentLeaves, isSeal, LINK_BY, linkSha256, type SealLink } from './seal-chain.ts'
import type { SealedValues } from './sealed-values.ts'
import { type SealProblem, withheldProblems } from './withheld-values.ts'

export type SealReport = {
  /** The newest seal; null for a spec that was never sealed. */
  seal: { number: number; kind: string; at: string; sha256: string } | null
  /** Actions after the newest seal. */
  later: { number: number; kind: string; at: string; by: string | null; sha256: string }[]
  /** Number of values that were redacted or are withheld from the reader; their hashes were verified. */
  withheld: number
  problems: SealProblem[]
}

/**
 * Verifies a chain of links, and that the spec has exactly the values of its chain.
 *
 * @param values the values of the spec as it is now; null to verify the chain alone
 * @param isPartial true when the reader was given only a part of the spec, so that values may be missing
 * @param now a link after this time is a problem; absent for a chain of this server, whose clock made its times
 */
export function verifySeal(
  chain: readonly SealLink[],
  values: SealedValues | null,
  { isPartial = false, now }: { isPartial?: boolean; now?: Date | undefined } = {},
): SealReport {
  const filled = values === null ? [...chain] : fillValues(chain, values)
  const seal = filled.findLast(isSeal) ?? null
  const problems = [
    ...filled.flatMap((link, at) => linkProblems(link, filled[at - 1] ?? null)),
    ...(now === undefined ? [] : filled.flatMap((link) => futureProblems(link, now))),
    ...withheldProblems(filled, isPartial),
    ...(values === null || seal === null ? [] : valueProblems(currentLeaves(filled), values)),
  ]
  return {
    seal: seal && { number: seal.number, kind: seal.kind, at: seal.at, sha256: seal.sha256 },
    later: filled.filter(({ number }) => seal !== null && number > seal.number).map(laterAction),
    withheld: [...currentLeaves(filled).values()].filter(({ value }) => value === undefined).length,
    problems,
  }
}

/**
 * Adds the values that `omitValues` left out. A file contains most values only once, in the record of the spec. The values of the current leaves are taken from
 * there, so that a change of the record shows as a leaf with another hash.
 */
export function fillValues(chain: readonly SealLink[], values: SealedValues): SealLink[] {
  const current = new Set(currentLeaves(chain).values())
  return chain.map((link) => ({
    ...link,
    leaves: link.leaves.map((leaf) => {
      const value = values.get(leaf.path)
      const isOmitted = leaf.salt !== undefined && leaf.value === undefined && !leaf.deleted && current.has(leaf)
      return isOmitted && value !== undefined ? { ...leaf, value } : leaf
    }),
  }))
}

/** The chain for a file: without the values that the record of the spec contains. */
export function omitValues(chain: readonly SealLink[], values: SealedValues): SealLink[] {
  const current = new Set(currentLeaves(chain).values())
  const isInRecord = (leaf: SealedLeaf) =>
    current.has(leaf) && leaf.value !== undefined && canonicalJson(leaf.value) === canonicalJson(values.get(leaf.path))
  return chain.map((link) => ({
    ...link,
    leaves: link.leaves.map((leaf) => {
      const { value: _, ...rest } = leaf
      return isInRecord(leaf) ? rest : leaf
    }),
  }))
}

function linkProblems(link: SealLink, before: SealLink | null): SealProblem[] {
  const { number, leaves, root, sha256, previous } = link
  const problem = (message: string, path: string | null = null): SealProblem => ({ link: number, path, message })
  const problems = leaves.flatMap((leaf) => {
    if (leaf.salt === undefined) return []
    if (leaf.value === undefined && !leaf.deleted) return [problem('The file has no value for it.', leaf.path)]
    return leafSha256(leaf.path, leaf.salt, leaf.value) === leaf.sha256
      ? []
      : [problem('The value does not have the hash that was sealed.', leaf.path)]
  })
  if (treeRoot(leaves) !== root) problems.push(problem('The hashes of its values do not give its root.'))
  if (linkSha256(link) !== sha256) problems.push(problem('Its number, kind, time or root does not match its hash.'))
  if (number !== (before?.number ?? 0) + 1) problems.push(problem('A link before it is missing.'))
  if (before !== null && Date.parse(link.at) < Date.parse(before.at)) {
    problems.push(problem(`Its time, ${link.at}, is before that of the link before it.`))
  }
  if (previous !== (before?.sha256 ?? null)) problems.push(problem('It does not follow the link before it.'))
  return problems
}

/** Clocks of two machines differ by less than this. */
const MAX_CLOCK_DIFFERENCE_MS = 86_400_000

const futureProblems = ({ number, at }: SealLink, now: Date): SealProblem[] =>
  Date.parse(at) <= now.getTime() + MAX_CLOCK_DIFFERENCE_MS
    ? []
    : [{ link: number, path: null, message: `Its time, ${at}, is in the future.` }]

function valueProblems(leaves: ReadonlyMap<string, SealedLeaf>, values: SealedValues): SealProblem[] {
  const problem = (path: string, message: string): SealProblem => ({ link: null, path, message })
  const problems: SealProblem[] = []
  for (const [path, { value }] of leaves) {
    const now = values.get(path)
    if (now === undefined) {
      if (value !== undefined) problems.push(problem(path, 'It was removed without a record.'))
    } else if (value === undefined) {
      problems.push(problem(path, 'The spec has a value here, although its seal withholds it, so it proves nothing.'))
    } else if (canonicalJson(now) !== canonicalJson(value)) {
      problems.push(problem(path, 'It was changed without a record.'))
    }
  }
  for (const path of values.keys()) {
    if (!leaves.has(path)) problems.push(problem(path, 'It was added without a record.'))
  }
  return problems
}

const laterAction = ({ number, kind, at, leaves, sha256 }: SealLink): SealReport['later'][number] => {
  const by = leaves.find(({ path }) => path === LINK_BY)?.value
  return { number, kind, at, by: typeof by === 'string' ? by : null, sha256 }
}
