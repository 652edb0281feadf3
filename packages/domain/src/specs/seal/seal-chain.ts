import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { canonicalJson } from '../../json/canonical-json.ts'
import { SealedLeaf, type SealedValue, sealLeaf, treeRoot } from './hash-tree.ts'
import { SEAL_FORMAT, type SealedValues } from './sealed-values.ts'

// A spec is sealed when it is resolved: the first link of its chain has every value. Each later action appends a link
// with the values that it changed and with the hash of the link before it, so nothing can be changed without a trace.

const Hash = z.string().regex(/^[0-9a-f]{64}$/)

export const SealLink = z.strictObject({
  /** Counts from 1 without gaps. */
  number: z.int().min(1),
  /**
   * `resolve` and `sealed-later` are seals, the latter of a spec that was resolved before this server could seal;
   * all others are kinds of actions after it.
   */
  kind: z.string().max(40),
  at: z.string().max(40),
  /** Hash of the link before it; null for the first. */
  previous: Hash.nullable(),
  /** Root of the hash tree of its leaves. */
  root: Hash,
  /** Hash of all of the above. */
  sha256: Hash,
  leaves: z.array(SealedLeaf).max(1_000_000),
})
export type SealLink = z.infer<typeof SealLink>

/** Path of the name of the person who acted. Paths that begin with @ are about the link itself. */
export const LINK_BY = '@by'

/** Path of the format of a seal. */
export const LINK_FORMAT = '@format'

export const isSeal = ({ kind }: Pick<SealLink, 'kind'>): boolean => kind === 'resolve' || kind === 'sealed-later'

/** SHA-256 over number, kind, time, the hash before it and the root of the leaves. */
export const linkSha256 = ({ number, kind, at, previous, root }: Omit<SealLink, 'sha256' | 'leaves'>): string =>
  bytesToHex(sha256(utf8ToBytes(canonicalJson({ number, kind, at, previous, root }))))

type NewLink = {
  kind: string
  at: string
  by: string
  values: SealedValues
  /** Returns 128 random bits in base64url. */
  randomSalt: () => string
}

/** The next link of a chain, with the values that changed since its last one; with all values for a seal. */
export function nextLink(chain: readonly SealLink[], { kind, at, by, values, randomSalt }: NewLink): SealLink {
  const changed = changedValues(isSeal({ kind }) ? new Map() : currentLeaves(chain), values)
  const format = isSeal({ kind }) ? [[LINK_FORMAT, SEAL_FORMAT] as const] : []
  const leaves = [[LINK_BY, by] as const, ...format, ...changed]
    .map(([path, value]) => sealLeaf(path, value, randomSalt()))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
  const last = chain.at(-1)
  const head = {
    // A clock that was set back does not change the order of the links.
    ...{ number: (last?.number ?? 0) + 1, kind, at: last !== undefined && last.at > at ? last.at : at },
    ...{ previous: last?.sha256 ?? null, root: treeRoot(leaves) },
  }
  return { ...head, sha256: linkSha256(head), leaves }
}

/** The format of the newest seal; that of a new one for an empty chain. */
export function formatOf(chain: readonly SealLink[]): number {
  const seal = chain.findLast(isSeal)
  if (seal === undefined) return SEAL_FORMAT
  const format = seal.leaves.find(({ path }) => path === LINK_FORMAT)?.value
  return typeof format === 'number' ? format : 1
}

/** The newest leaf of each path, without deleted ones. The last seal begins anew. */
export function currentLeaves(chain: readonly SealLink[]): Map<string, SealedLeaf> {
  const current = new Map<string, SealedLeaf>()
  for (const link of chain.slice(Math.max(0, chain.findLastIndex(isSeal)))) {
    for (const leaf of link.leaves) {
      if (leaf.path.startsWith('@')) continue
      if (leaf.deleted) current.delete(leaf.path)
      else current.set(leaf.path, leaf)
    }
  }
  return current
}

/** Paths whose value differs from its leaf, with the new value; undefined for a value that no longer exists. */
export function changedValues(
  leaves: ReadonlyMap<string, SealedLeaf>,
  values: SealedValues,
): [string, SealedValue | undefined][] {
  const changed: [string, SealedValue | undefined][] = []
  for (const [path, value] of values) {
    const leaf = leaves.get(path)
    if (leaf?.value === undefined || canonicalJson(leaf.value) !== canonicalJson(value)) changed.push([path, value])
  }
  for (const path of leaves.keys()) if (!values.has(path)) changed.push([path, undefined])
  return changed
}

/**
 * The chain without the values and salts at these paths, whose hashes stay. Equal values of earlier leaves are removed
 * as well, because a text may have been at another path before, such as an opinion that became an earlier one.
 *
 * @param values further values to remove from leaves that are not current, such as the name of a person who acted
 */
export function redactPaths(
  chain: readonly SealLink[],
  paths: ReadonlySet<string>,
  values: ReadonlySet<string> = new Set(),
): SealLink[] {
  const current = currentLeaves(chain)
  const removed = new Set([...values, ...[...paths].map((path) => current.get(path)?.value)])
  const isRemoved = (leaf: SealedLeaf) =>
    leaf.value !== undefined &&
    (paths.has(leaf.path) ||
      (typeof leaf.value === 'string' &&
        leaf.value !== '' &&
        removed.has(leaf.value) &&
        current.get(leaf.path) !== leaf))
  return chain.map((link) =>
    link.leaves.some(isRemoved)
      ? { ...link, leaves: link.leaves.map((leaf) => (isRemoved(leaf) ? withoutValue(leaf) : leaf)) }
      : link,
  )
}

/** The chain for a reader who sees only these values; all other leaves have their hash only. */
export const withholdValues = (chain: readonly SealLink[], visible: SealedValues): SealLink[] =>
  chain.map((link) => ({
    ...link,
    leaves: link.leaves.map((leaf) =>
      leaf.path.startsWith('@') || leaf.deleted || canonicalJson(leaf.value) === canonicalJson(visible.get(leaf.path))
        ? leaf
        : withoutValue(leaf),
    ),
  }))

/** The leaf with its hash only. */
export const withoutValue = ({ path, sha256 }: SealedLeaf): SealedLeaf => ({ path, sha256 })
