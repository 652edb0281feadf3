/** Series for tests: always the same ones for a seed, with levels in ratio to 1000 and noise in shares. */
export function makeSeries(
  seed: number,
  { count = 100, level = () => 1, sd = 0.02 }: { count?: number; level?: (index: number) => number; sd?: number },
): number[] {
  const normal = normals(seed)
  return Array.from({ length: count }, (_, i) => 1000 * level(i) * (1 + sd * normal()))
}

/** Standard normal numbers, by Box and Muller from a Weyl sequence that is mixed well (mulberry32). */
export function normals(seed: number): () => number {
  let state = seed >>> 0
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
}
