import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { canonicalJson } from '../../json/canonical-json.ts'

// A hash tree over salted leaves, after RFC 6962: leaves and nodes are hashed with different prefixes. A removed leaf
// loses value and salt and keeps its hash, so that the root of the tree can still be verified, but the value can
// neither be read nor guessed.

export type SealedValue = string | number | boolean | null | { [key: string]: SealedValue } | SealedValue[]
const SealedValue: z.ZodType<SealedValue> = z.json()

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** A value of a spec with its path, such as `/feedback/3/body`. */
export const SealedLeaf = z.strictObject({
  path: z.string(),
  sha256: Sha256,
  /** Random, in base64url; absent when the value was removed or is withheld. */
  salt: z.string().min(16).max(64).optional(),
  /** Absent when it was removed or withheld, and in files that contain the value elsewhere. */
  value: SealedValue.optional(),
  /** True when this leaf states that the spec no longer has a value at this path. */
  deleted: z.literal(true).optional(),
})
export type SealedLeaf = z.infer<typeof SealedLeaf>

/** SHA-256 of a leaf: of 0x00, its salt, and path and value as canonical JSON. An undefined value is a deleted one. */
export function leafSha256(path: string, salt: string, value: SealedValue | undefined): string {
  const content = value === undefined ? [path] : [path, value]
  return bytesToHex(sha256(concatBytes(LEAF, utf8ToBytes(`${salt}\n${canonicalJson(content)}`))))
}

/** @param salt at least 128 random bits in base64url */
export const sealLeaf = (path: string, value: SealedValue | undefined, salt: string): SealedLeaf => ({
  ...{ path, salt, sha256: leafSha256(path, salt, value) },
  ...(value === undefined ? { deleted: true as const } : { value }),
})

/** Root of the tree over the hashes of leaves, in hexadecimal digits. */
export function treeRoot(leaves: readonly Pick<SealedLeaf, 'sha256'>[]): string {
  let level = leaves.map((leaf) => hexToBytes(leaf.sha256))
  while (level.length > 1) {
    const pairs: typeof level = []
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = [level[at], level[at + 1]]
      // A node without a sibling moves up unchanged, which gives the tree of RFC 6962.
      if (left !== undefined) pairs.push(right === undefined ? left : sha256(concatBytes(NODE, left, right)))
    }
    level = pairs
  }
  return bytesToHex(level[0] ?? sha256(new Uint8Array()))
}

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)
