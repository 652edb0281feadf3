import type { ReadWords } from './read-name.ts'

/** Machine types of cloud providers. No other word names a machine without a profile. */
const MACHINE_TYPES: readonly RegExp[] = [
  /^[a-z]{1,4}\d{1,2}[a-z]{0,4}[.-](?:\d{1,3}x|x)?large(?![a-z\d])/i,
  /^[a-z]{1,4}\d{1,2}[a-z]{0,4}[.-](?:metal(?:-\d{1,3}xl)?|medium|small|micro|nano)(?![a-z\d])/i,
  /^(?:n1|n2|n2d|n4|c2|c2d|c3|c3d|c4|c4a|c4d|e2|t2a|t2d|m1|m2|m3|z3)-(?:standard|highmem|highcpu|megamem|ultramem)-\d{1,3}(?:-(?:lssd|metal))?(?![a-z\d])/i,
  /^Standard_[A-Z]{1,3}\d{1,3}[a-z]{0,5}(?:_v\d)?(?![a-z\d])/i,
  /^(?:ccx|cax|cpx|cx)\d{2}(?![a-z\d])/i,
]

/** Reads a cloud machine type: `c7i.2xlarge`, `n2-standard-8`, `Standard_D8s_v5`, `ccx33`. */
export function readMachine(text: string): ReadWords | null {
  for (const type of MACHINE_TYPES) {
    const [whole] = type.exec(text) ?? []
    if (whole !== undefined)
      return { length: whole.length, facts: [{ field: 'hardware', value: whole, confidence: 0.9 }] }
  }
  return null
}
