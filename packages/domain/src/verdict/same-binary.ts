import type { Point } from '../compare/point.ts'

/** What the same binary may be called by; everything else must agree before nothing can have changed. */
const NAMES_OF_A_BINARY = new Set(['product', 'version', 'build', 'compiler', 'repeat'])

/**
 * True when all results on both sides are of one binary, by its hash, on the same hardware with the same config,
 * workload, test, clients and parameters: then no difference is a change, whatever the numbers say.
 */
export function sameBinary(own: readonly Point[], base: readonly Point[]): boolean {
  const [first] = own
  if (first?.binary === undefined || base[0]?.binary !== first.binary) return false
  return [...own, ...base].every(
    (point) => point.binary === first.binary && agree(first.coordinates, point.coordinates),
  )
}

function agree(a: Point['coordinates'], b: Point['coordinates']): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  // Both are read by a name that one of them has.
  return [...names].every((name) => NAMES_OF_A_BINARY.has(name) || a[name as 'test'] === b[name as 'test'])
}
