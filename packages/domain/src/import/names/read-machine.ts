import type { ReadWords } from './read-name.ts'

/** Families of machine types of EC2 and RDS: letters, one digit, and letters for processor and disks. */
const EC2_LETTERS = '(?:db\\.)?(?:a|c|d|dl|f|g|gr|h|hpc|i|im|inf|is|m|mac|p|r|t|trn|u|vt|x|z)'
const EC2_FAMILY = `${EC2_LETTERS}[1-9][a-z]{0,4}(?:-flex)?`
const EC2_FAMILY_OF_LETTERS = `${EC2_LETTERS}[1-9][a-z]{1,4}`

/** Machine types of cloud providers. No other word names a machine without a profile. */
const MACHINE_TYPES: readonly RegExp[] = [
  new RegExp(`^${EC2_FAMILY}[.-](?:\\d{1,3}xlarge|metal(?:-\\d{1,3}xl)?)(?![a-z\\d])`, 'i'),
  new RegExp(`^${EC2_FAMILY}\\.(?:xlarge|large|medium|small|micro|nano)(?![a-z\\d])`, 'i'),
  // Without letters after the digit, t4-large may be four threads of a large table.
  new RegExp(`^${EC2_FAMILY_OF_LETTERS}-(?:xlarge|large|medium|small|micro|nano)(?![a-z\\d])`, 'i'),
  /^(?:n1|n2|n2d|n4|c2|c2d|c3|c3d|c4|c4a|c4d|e2|t2a|t2d|m1|m2|m3|z3)-(?:standard|highmem|highcpu|megamem|ultramem)-\d{1,3}(?:-(?:lssd|metal))?(?![a-z\d])/i,
  /^Standard_[A-Z]{1,3}\d{1,3}[a-z]{0,5}(?:_v\d)?(?![a-z\d])/i,
  /^[a-z]{1,2}\d{1,3}[a-z]{0,5}_v[1-9](?![a-z\d])/i,
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
