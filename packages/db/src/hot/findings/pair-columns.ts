import type { PairKey } from './finding-types.ts'

/** State of an environment during a scan. It differs from every hash, so an interrupted scan is resumed. */
export const STALE = ''

/** The key columns of pairs as arrays for one statement. */
export const pairKeyColumns = (pairs: readonly PairKey[]) => [
  pairs.map(({ id }) => id),
  pairs.map(({ from }) => from),
  pairs.map(({ to }) => to),
  pairs.map(({ environment }) => environment.hardware),
  pairs.map(({ environment }) => environment.benchmark),
]
